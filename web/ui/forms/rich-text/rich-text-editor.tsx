import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import DOMPurify from "dompurify";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from "react";
import { Icon } from "../../look/pictures/icon.tsx";
import { allowed } from "../../look/rich-text.tsx";
import { LinkForm } from "../link-form.tsx";
import { pastedHtml } from "./pasted-html.ts";

interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): unknown;
}

/** The editor reads HTML with the browser's parser, which takes only text that a policy has vouched for. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
if (trustedTypes && !trustedTypes.defaultPolicy) {
  trustedTypes.createPolicy("default", { createHTML: (html) => DOMPurify.sanitize(html, allowed) });
}

interface Tool {
  readonly name: string;
  readonly sign: ReactNode;
  readonly active: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  { name: "Bold", sign: "B", active: (e) => e.isActive("bold"), run: (e) => e.chain().focus().toggleBold().run() },
  {
    name: "Italic",
    sign: "I",
    active: (e) => e.isActive("italic"),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    name: "Underline",
    sign: "U",
    active: (e) => e.isActive("underline"),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    name: "Heading",
    sign: "H",
    active: (e) => e.isActive("heading", { level: 3 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: "Bulleted list",
    sign: <Icon name="bullets" />,
    active: (e) => e.isActive("bulletList"),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    sign: <Icon name="numbers" />,
    active: (e) => e.isActive("orderedList"),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quotation",
    sign: <Icon name="quote" />,
    active: (e) => e.isActive("blockquote"),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
];

const toolsIn = (toolbar: Element | null): Element[] => [...(toolbar?.querySelectorAll("button") ?? [])];

/** Arrows, Home and End go from tool to tool, so that Tab comes to the text after one stop. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const all = toolsIn(event.currentTarget) as HTMLElement[];
  const at = all.indexOf(event.target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}

/** The editor of formatted text: the tags that may be stored, no others. Ctrl+B, I, U, K and Markdown beginnings work. */
export default function RichTextEditor({
  ref,
  value,
  label,
  invalid,
  readOnly,
  placeholder,
  isShown,
  onReady,
  hasFocus,
  onChange,
  onBlur,
}: {
  readonly ref: Ref<{ focus: () => void } | null>;
  readonly value: string;
  readonly label: string;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  readonly placeholder?: string;
  /** Whether it has taken its place, which it asks for when it can be typed into. */
  readonly isShown: boolean;
  readonly onReady: (isReady: true) => void;
  /** What stood in its place has the focus: the editor takes it over, behind the text. */
  readonly hasFocus: RefObject<boolean>;
  readonly onChange: (html: string) => void;
  readonly onBlur: () => void;
}) {
  const [hasLost, setHasLost] = useState(false);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3, 4] },
        horizontalRule: false,
        link: { openOnClick: false, defaultProtocol: "https" },
      }),
    ],
    content: value,
    editable: !readOnly,
    injectCSS: false,
    editorProps: {
      transformPastedHTML: (html) => {
        setHasLost(/<(?:img|video|audio|iframe|object|svg)\b/i.test(html));
        return pastedHtml(html);
      },
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, class: "editor-text rich-text" },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
    onBlur,
  });
  useLayoutEffect(() => {
    if (
      editor &&
      !editor.isDestroyed &&
      !editor.isFocused &&
      value !== editor.getHTML() &&
      !(value === "" && editor.isEmpty)
    ) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);
  useLayoutEffect(() => {
    // one that React held back is made anew: what stands in its place stays until then, or keys would be lost between
    if (!editor || editor.isDestroyed) return;
    if (!isShown) onReady(true);
    else if (hasFocus.current) {
      hasFocus.current = false;
      editor.commands.setTextSelection(editor.state.doc.content.size);
      editor.view.focus(); // at once: the editor's own command waits
    }
  }, [editor, isShown, onReady, hasFocus]);
  useImperativeHandle(ref, () => ({ focus: () => editor?.commands.focus() }), [editor]);
  const [linking, setLinking] = useState(false);
  /** The one tool that Tab comes to; arrows go to the others. */
  const [tool, setTool] = useState(0);
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      empty: now?.isEmpty ?? true,
      active: tools.map(({ active }) => (now ? active(now) : false)),
      link: now?.isActive("link") ?? false,
    }),
  });
  return (
    <div className={invalid ? "editor editor-invalid" : "editor"} hidden={!isShown}>
      {readOnly ? null : (
        <div
          className="editor-tools"
          role="toolbar"
          aria-label={`Formatting of ${label}`}
          onFocus={({ target }) => setTool(toolsIn(target.parentElement).indexOf(target))}
          onKeyDown={moveByArrows}
        >
          {tools.map(({ name, sign, run }, at) => (
            <button
              key={name}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={state?.active[at] ?? false}
              tabIndex={tool === at ? 0 : -1}
              className={`editor-tool editor-tool-${name.split(" ")[0]?.toLowerCase()}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => editor && run(editor)}
            >
              <span aria-hidden="true">{sign}</span>
            </button>
          ))}
          <button
            type="button"
            title="Link (Ctrl+K)"
            aria-label="Link"
            aria-pressed={state?.link ?? false}
            tabIndex={tool === tools.length ? 0 : -1}
            aria-expanded={linking}
            className="editor-tool"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setLinking(!linking)}
          >
            <Icon name="link" />
          </button>
        </div>
      )}
      {linking && editor && !readOnly ? <LinkForm editor={editor} onClose={() => setLinking(false)} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the text box within has the focus */}
      <div
        className="editor-room"
        onKeyDown={(event) => {
          if (readOnly || event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          setLinking(true);
        }}
      >
        {state?.empty ? (
          <span className="editor-placeholder" aria-hidden="true">
            {placeholder}
          </span>
        ) : null}
        <EditorContent className="editor-content" editor={editor} />
      </div>
      <div role="status" className="editor-note">
        {hasLost ? "Images and recordings weren’t pasted. This field keeps text." : null}
      </div>
    </div>
  );
}
