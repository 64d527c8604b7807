import { changesOf } from "../changes.ts";
import "./grading.css";

/** A plain text as it is now, with what was added and what was taken away since marked in it. */
export function Marked({ before, now }: { readonly before: string; readonly now: string }) {
  return (
    <p className="work-changes">
      {changesOf(before, now).map(({ kind, text }, at) =>
        kind === "added" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
          <ins key={at}>{text}</ins>
        ) : kind === "removed" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
          <del key={at}>{text}</del>
        ) : (
          text
        ),
      )}
    </p>
  );
}
