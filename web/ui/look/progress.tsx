/** A share from 0 to 1 as the quarter it has reached, in percent: what is said aloud of it. */
export const quarterOf = (share: number): number => Math.floor(Math.min(1, share) * 4) * 25;

/** How far something is, from 0 to 1: a bar with its percent for the eye, quarters for the ear. */
export function Progress({
  label,
  share,
  about,
}: {
  readonly label: string;
  readonly share: number;
  /** What else there is to say of it, below. */
  readonly about?: string;
}) {
  const percent = Math.round(share * 100);
  return (
    <div className="progress">
      <div className="progress-line">
        <progress value={percent} max={100} aria-label={label} />
        <span className="figures" aria-hidden="true">
          {percent}%
        </span>
      </div>
      {about ? <span className="progress-about">{about}</span> : null}
      <span className="visually-hidden" role="status">
        {label}: {quarterOf(share)}%
      </span>
    </div>
  );
}
