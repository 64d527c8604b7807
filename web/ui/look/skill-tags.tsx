import { cut as shorten } from "./format.ts";

/** One tag. A name over `cut` characters is cut; the whole name shows on hover and focus. */
export function Tag({
  name,
  cut,
  onRemove,
}: {
  readonly name: string;
  readonly cut?: 20 | 22 | undefined;
  readonly onRemove?: (() => void) | undefined;
}) {
  const long = cut !== undefined && name.length > cut;
  const remove = onRemove ? (
    <button type="button" className="tag-remove" aria-label={`Remove ${name}`} onClick={onRemove}>
      ×
    </button>
  ) : null;
  if (!long)
    return (
      <li className="tag">
        {name}
        {remove}
      </li>
    );
  return (
    <li className="tag">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole name must be reachable by keyboard */}
      <span className="tag-cut" tabIndex={0} role="img" aria-label={name} data-whole={name}>
        {shorten(name, cut)}
      </span>
      {remove}
    </li>
  );
}

/** Skills as tags. Names over 20 characters are cut; in the picker, where one chooses them, over 22. */
export function SkillTags({
  skills,
}: {
  readonly skills: readonly { readonly skill_id: number | string; readonly name: string }[];
}) {
  return (
    <ul className="tags">
      {skills.map(({ skill_id, name }) => (
        <Tag key={skill_id} name={name} cut={20} />
      ))}
    </ul>
  );
}
