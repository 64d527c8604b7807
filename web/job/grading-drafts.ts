import { useCallback, useEffect, useState } from "react";
import type { JobDetail } from "../../shared/job/calls.ts";

/** What a reviewer has marked and written for one section and not decided yet. */
export interface GradingDraft {
  /** Whether each criterion is achieved, by criteria_id; not marked yet where there is nothing. */
  readonly marks: Readonly<Record<string, boolean>>;
  readonly grade: string;
  /** Formatted text. */
  readonly feedback: string;
}

const nothing: GradingDraft = { marks: {}, grade: "", feedback: "" };

interface Kept {
  readonly round: number;
  readonly sections: Readonly<Record<string, GradingDraft>>;
}

function read(name: string, round: number): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null;
    if (kept?.round === round) return kept;
  } catch {
    // Something that is no draft of ours is none.
  }
  return { round, sections: {} };
}

/** The drafts of a job's sections: they outlive a reload on this device, and end with the decision or a new round. */
export function useGradingDrafts(user_id: string, { credential_job_id, round }: JobDetail) {
  const name = `grading ${user_id} ${credential_job_id}`;
  const [kept, setKept] = useState(() => read(name, round));
  const current = kept.round === round ? kept : { round, sections: {} };

  useEffect(() => {
    if (Object.keys(kept.sections).length === 0) return localStorage.removeItem(name);
    try {
      localStorage.setItem(name, JSON.stringify(kept));
    } catch {
      // Where the browser has no room left the page itself still has everything.
    }
  }, [kept, name]);

  const change = useCallback(
    (section_id: string, part: Partial<GradingDraft>) =>
      setKept((before) => {
        const sections = before.round === round ? before.sections : {};
        return { round, sections: { ...sections, [section_id]: { ...nothing, ...sections[section_id], ...part } } };
      }),
    [round],
  );
  const drop = useCallback(
    (section_id: string) =>
      setKept((before) => {
        const { [section_id]: _, ...sections } = before.sections;
        return { ...before, sections };
      }),
    [],
  );
  return { draftOf: (section_id: string) => current.sections[section_id] ?? nothing, change, drop };
}
