import { join } from "node:path";
import type { Rolldown } from "vite";

const web = join(import.meta.dirname, "..");
const component = (name: string) => join(web, `../node_modules/@cloudscape-design/components/${name}/index.js`);
/** Reached by all that is drawn with Cloudscape. */
const baseOfComponents = join(
  web,
  "../node_modules/@cloudscape-design/components/internal/hooks/use-base-component/index.js",
);
const documents = ["index", "sign-in", "account", "certificate", "verify", "developers"].map((name) =>
  join(web, `${name}.html`),
);
/** What begins where there is no portal: none of its scripts may be needed there, also later on. */
const withoutPortal = [
  join(web, "verify.html"),
  join(web, "developers.html"),
  join(web, "certificate/checks-start.ts"),
];

/** What many pages share, each by the modules it begins with; a module goes to the first that may have it. */
const groups: readonly Group[] = [
  { name: "frame", starts: [join(web, "app/shell.tsx")], everywhere: true },
  { name: "texts", starts: [join(web, "ui/look/cloudscape.tsx")], everywhere: true },
  {
    name: "components",
    starts: ["button", "header", "space-between", "form-field", "input"].map(component),
  },
  { name: "choices", starts: [component("select")] },
  { name: "lists", starts: [join(web, "ui/lists/collection.tsx")], tolerance: 1 }, // it asks for its table when it is loaded
  {
    name: "forms",
    starts: [join(web, "ui/forms/call-form.tsx"), join(web, "ui/forms/fields.tsx")],
    without: join(web, "ui/lists/collection-table.tsx"), // it needs a few of their parts, and no form
  },
];

/**
 * Small modules that mostly come together, by the script they stand in: apart each costs a request and compresses worse. One
 * whose styles the others do without stands alone.
 */
const bundled: Readonly<Record<string, readonly string[]>> = {
  light: ["ui/forms/drafts.ts", "ui/forms/use-submit.ts"],
  parts: [
    ...["list-states.tsx", "pages.ts", "search-box.tsx", "url-state.ts"].map((file) => `ui/lists/${file}`),
    ...["decision-day", "page-header", "skill-tags", "status", "status-text"].map((name) => `ui/look/${name}.tsx`),
    "ui/dialogs/confirm.tsx",
    ...["content/appeal/appeal-words.ts", "content/submission/status.tsx"],
    ...["http/paging.ts", "organization/colour.ts", "platform/machine.ts"].map((name) => `../shared/${name}`),
  ],
  "light-fields": ["ui/forms/light-field.tsx", "ui/forms/light-fields.tsx", "ui/forms/rules.ts"],
  "credential-rules": [
    "../shared/platform/money.ts",
    ...["rules", "states"].map((name) => `../shared/credential/${name}.ts`),
    "credential/viewer.ts",
  ],
  "credential-parts": ["ai-policy.ts", "job-post.tsx", "rubric.tsx", "section-card.tsx"].map(
    (name) => `content/credential/${name}`,
  ),
  "submission-rules": [
    ...["response-types", "rubric"].map((name) => `../shared/credential/${name}.ts`),
    ...["declaration-questions", "rules", "states"].map((name) => `../shared/submission/${name}.ts`),
  ],
  reasoned: ["light-group", "reasoned-button"].map((name) => `ui/forms/${name}.tsx`),
  work: ["content/submission/review-shown.tsx", "content/submission/work-shown.tsx"],
  review: [
    ...["decision-bar", "grading-keys", "marked", "rubric-marks"].map((name) => `content/review/grading/${name}.tsx`),
    ...["section-strip", "section-work"].map((name) => `content/review/${name}.tsx`),
    ...["content/calibration/judgement.ts", "content/review/changes.ts", "content/review/grading/mark-keys.ts"],
  ],
};

interface Group {
  readonly name: string;
  readonly starts: readonly string[];
  /** Whether each page with the frame has it. */
  readonly everywhere?: true;
  /** So many times as many pages may load a module with the group as need it. */
  readonly tolerance?: number;
  /** What is loaded without the group, with all that it needs. */
  readonly without?: string;
}
const usualTolerance = 1.15;

/**
 * Puts what many pages share into a few scripts and styles. Left to itself, the bundler makes one for each set of pages that
 * share something: about a hundred files for a list, which compress worse apart and cost a request each.
 */
export function sharedScripts(): NonNullable<Exclude<Rolldown.OutputOptions["codeSplitting"], boolean>> {
  let placed: ReadonlyMap<string, string> | undefined;
  return {
    // each group brings only what it names: its dependencies stand in it, in an earlier one or with the documents
    includeDependenciesRecursively: false,
    groups: [
      {
        name(id, modules) {
          placed ??= place((each) => modules.getModuleInfo(each));
          return placed.get(id) ?? null;
        },
      },
    ],
  };
}

function place(getModuleInfo: (id: string) => Rolldown.ModuleInfo | null): ReadonlyMap<string, string> {
  const reached = (starts: readonly string[], lazy = false) => {
    const seen = new Set<string>();
    const waiting = [...starts];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const module = getModuleInfo(id);
      if (module === null || seen.has(id)) continue;
      seen.add(id);
      waiting.push(...module.importedIds, ...(lazy ? module.dynamicallyImportedIds : []));
    }
    return seen;
  };
  const pagesOf = new Map<string, Set<string>>();
  for (const page of reached(documents, true)) {
    if (!page.endsWith("-page.tsx")) continue;
    for (const id of reached([page])) pagesOf.set(id, pagesOf.get(id)?.add(page) ?? new Set([page]));
  }
  const pages = (id: string) => {
    const found = pagesOf.get(id);
    if (found === undefined) throw new Error(`No page of the portal needs ${id}: what pages share is no longer known.`);
    return found;
  };
  const drawnWithCloudscape = pages(baseOfComponents);
  const ofDocuments = documents.map((each) => reached([each]));
  const withDocuments = reached(documents);
  const outside = reached(withoutPortal, true);
  const withFrame = reached([join(web, "app/shell.tsx")]);
  const placed = new Map<string, string>();
  for (const id of withDocuments) {
    const [index, signIn, account, certificate, verify, developers] = ofDocuments.map((each) => each.has(id));
    if (verify || developers || outside.has(id)) continue;
    if (index && signIn) placed.set(id, "calls");
    else if (index && certificate) placed.set(id, "react");
    else if (account && withFrame.has(id)) placed.set(id, "light");
  }
  for (const [name, files] of Object.entries(bundled))
    for (const file of files.map((each) => join(web, each))) {
      pages(file); // throws where none needs it any more
      const isElsewhere = [ofDocuments[0]!, outside].some((some) => some.has(file));
      if (!isElsewhere) placed.set(file, name);
    }
  for (const { name, starts, everywhere, tolerance = usualTolerance, without } of groups) {
    const apart = without === undefined ? new Set() : reached([without]);
    const most = everywhere ? 0 : tolerance * Math.max(...starts.map((each) => pages(each).size));
    for (const id of reached(starts)) {
      // what is loaded by itself stays a script of its own
      const isElsewhere = [withDocuments, outside, placed, apart].some((some) => some.has(id));
      if (isElsewhere || getModuleInfo(id)!.dynamicImporters.length > 0) continue;
      const needing = pagesOf.get(id) ?? new Set();
      const isShared = needing.size <= most && [...needing].every((page) => drawnWithCloudscape.has(page));
      if (everywhere || isShared) placed.set(id, name);
    }
  }
  return placed;
}
