import { cut as shorten } from "./format.ts";

/** Skills as tags. Names over 20 characters (22 in the reviewer skills picker) are cut; the whole name shows on hover and focus. */
export function SkillTags({
  skills,
  cut = 20,
}: {
  readonly skills: readonly { readonly skill_id: number | string; readonly name: string }[];
  readonly cut?: 20 | 22;
}) {
  return (
    <ul className="tags">
      {skills.map(({ skill_id, name }) =>
        name.length > cut ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the whole name must be reachable by keyboard
          <li key={skill_id} className="tag tag-cut" tabIndex={0} aria-label={name} data-whole={name}>
            {shorten(name, cut)}
          </li>
        ) : (
          <li key={skill_id} className="tag">
            {name}
          </li>
        ),
      )}
    </ul>
  );
}
