import type { Editor } from "@tiptap/react";
import { useEffect, useId, useRef, useState } from "react";
import { isWebAddress } from "../../../shared/http/text.ts";

/** An address as it is stored, https or mailto with its scheme; undefined when it leads nowhere or without encryption. */
function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text)) return text;
  if (/^[^\s@:/]+@[^\s@]+\.[^\s@]+$/.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) || !text.includes(".") ? text : `https://${text}`;
  return /^https:/i.test(address) && isWebAddress(address) ? address : undefined;
}

/** Asks where the chosen text leads. Without chosen text the address itself is written. */
export function LinkForm({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const present = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(present);
  const [fault, setFault] = useState("");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const close = () => {
    editor.commands.focus();
    onClose();
  };
  const set = () => {
    const href = addressOf(typed);
    if (href === undefined) {
      setFault(/^\s*http:/i.test(typed) ? "Use an address that starts with https://" : "Please Enter Valid URL");
      return;
    }
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form may not stand within the form around the editor
    <div
      className="editor-link"
      role="group"
      aria-label="Link"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        else if (event.key === "Enter" && event.target === input.current) set();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <label htmlFor={id}>Address</label>
      <input
        ref={input}
        id={id}
        type="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        aria-invalid={fault !== ""}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault("");
        }}
      />
      <button type="button" onClick={set}>
        Set link
      </button>
      {present ? (
        <button type="button" onClick={remove}>
          Remove link
        </button>
      ) : null}
      <button type="button" onClick={close}>
        Close
      </button>
      {fault ? (
        <p id={`${id}-fault`} className="editor-link-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
