import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import TextFilter from "@cloudscape-design/components/text-filter";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isBlank } from "../../../../shared/http/text.ts";
import { api } from "../../../api/client.ts";
import { write } from "../../../api/queries.ts";
import { FormDialog } from "../../../ui/forms/form-dialog.tsx";
import { unforeseen, useSubmit } from "../../../ui/forms/use-submit.ts";
import { LightMessage } from "../../../ui/look/light.tsx";
import { RichText } from "../../../ui/look/rich-text.tsx";
import { wordsFor } from "../../../ui/words.ts";
import { linesOf } from "../changes.ts";
import "./kept-comments.css";

/** The comments that a reviewer keeps: found by their words, put into what is being written, kept from it and removed. */
export default function KeptComments({
  written,
  onInsert,
  onClose,
}: {
  /** What is being written, as formatted text. */
  readonly written: string;
  /** Puts a comment, as formatted text or in plain lines, behind what is written. */
  readonly onInsert: (text: string, lines: string) => void;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(api.review.listComments.query({}));
  const [search, setSearch] = useState("");
  const changing = useSubmit<() => Promise<unknown>, unknown>({ send: (act) => act(), explain: unforeseen });
  const heading = useId();
  const comments = data?.comments ?? [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = comments.filter(({ text }) => {
    const own = linesOf(text).toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const isKept = comments.some(({ text }) => linesOf(text) === linesOf(written));
  return (
    <FormDialog title="Your comments" onClose={onClose}>
      <SpaceBetween size="m">
        <p>Only you see this list. You can use it in every review, for every organization.</p>
        {isBlank(written) || isKept ? null : (
          <Button
            iconName="add-plus"
            loading={changing.pending}
            onClick={() => void changing.submit(() => write(api.review.keepComment, { text: written }))}
          >
            Keep what you wrote
          </Button>
        )}
        {changing.fault ? <LightMessage kind="error">{changing.fault}</LightMessage> : null}
        {comments.length > 0 ? (
          <TextFilter
            filteringText={search}
            filteringAriaLabel="Search your comments"
            filteringPlaceholder="Search your comments"
            filteringClearAriaLabel="Clear search"
            countText={search === "" ? "" : `${found.length} of ${comments.length}`}
            onChange={({ detail }) => setSearch(detail.filteringText)}
          />
        ) : null}
        {error ? (
          <LightMessage kind="error">
            {wordsFor(error)}{" "}
            <button type="button" className="text-button" onClick={() => void refetch()}>
              Try again
            </button>
          </LightMessage>
        ) : data === undefined ? (
          <p role="status">Loading your comments…</p>
        ) : comments.length === 0 ? (
          <p>You haven’t kept any comments. Write one, open this list again, and choose “Keep what you wrote”.</p>
        ) : found.length === 0 ? (
          <p>No comment has these words.</p>
        ) : (
          <ul className="kept-comments">
            {found.map(({ comment_id, text }) => (
              <li key={comment_id}>
                <div id={`${heading}${comment_id}`}>
                  <RichText html={text} />
                </div>
                <p className="kept-comment-acts">
                  <button
                    type="button"
                    className="text-button"
                    aria-describedby={`${heading}${comment_id}`}
                    onClick={() => {
                      onInsert(text, linesOf(text));
                      onClose();
                    }}
                  >
                    Insert
                  </button>
                  <button
                    type="button"
                    className="text-button"
                    aria-describedby={`${heading}${comment_id}`}
                    aria-disabled={changing.pending}
                    onClick={() => void changing.submit(() => write(api.review.removeComment, { comment_id }))}
                  >
                    Remove
                  </button>
                </p>
              </li>
            ))}
          </ul>
        )}
      </SpaceBetween>
    </FormDialog>
  );
}
