import { useRef, useState } from "react";
import type { InputOf } from "../../../shared/http/call.ts";
import type { submit } from "../../../shared/submission/calls.ts";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import type { SentAnswer } from "./work.ts";

/** What is said with the work when it is handed in: for its certificate, of AI tools, of a revision. */
type HandingIn = Pick<InputOf<typeof submit>, "with_findings" | "declaration" | "revision_note">;

/** Writes the work of one submission, one save after the other, so that each carries the version the one before made. */
export interface Saver {
  /** The submission whose work is saved; none where it is only tried. */
  readonly application_id?: string;
  save(section_id: string, answer: SentAnswer): Promise<void>;
  submit(handingIn: HandingIn): Promise<void>;
  /** Another window was faster: nothing is saved until the learner has decided which work counts. */
  readonly conflict: boolean;
  /** To be looked at and tried alone: nothing that is typed is kept. */
  readonly preview?: true;
  /** What another window has saved meanwhile is known already: the learner has to decide. */
  noteConflict(): void;
  /** Goes on from a version somebody has looked at: what is typed here counts. */
  goOnFrom(version: number): void;
}

/** Versions begin at 1: what carries this one is refused as behind. */
const noVersion = 0;

/** The {@link Saver} of a submission as it was when the page opened. */
export function useSaver({ application_id, credential_id, version: opened }: Submission): Saver {
  const { organization_id } = useSession();
  const version = useRef(opened);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [conflict, setConflict] = useState(false);

  const inTurn = (work: () => Promise<{ version: number }>): Promise<void> => {
    const turn = last.current.then(async () => {
      try {
        version.current = (await work()).version;
      } catch (error) {
        if (error instanceof ApiError && error.code === "submission.changed") setConflict(true);
        throw error;
      }
    });
    last.current = turn.catch(() => undefined);
    return turn;
  };

  return {
    application_id,
    conflict,
    save: (section_id, answer) =>
      inTurn(() =>
        write(api.submission.saveSection, {
          organization_id,
          application_id,
          section_id,
          ...answer,
          version: version.current,
        }),
      ),
    submit: (handingIn) =>
      inTurn(() =>
        write(api.submission.submit, {
          organization_id,
          application_id,
          credential_id,
          ...handingIn,
          version: version.current,
        }),
      ),
    noteConflict: () => {
      version.current = noVersion;
      setConflict(true);
    },
    goOnFrom: (seen) => {
      version.current = seen;
      setConflict(false);
    },
  };
}
