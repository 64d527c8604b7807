import { useCallback, useMemo, useRef, useState } from "react";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { saveUnfinished } from "../../../shared/credential/draft-calls.ts";
import type { UnfinishedStep, UnfinishedStepNumber } from "../../../shared/credential/unfinished.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { queries, write } from "../../api/queries.ts";
import { wordsFor } from "../../ui/words.ts";

/** The part of a step as it is typed, under its name. */
export type UnfinishedPart = Omit<
  InputOf<typeof saveUnfinished>,
  "organization_id" | "credential_id" | "step" | "version"
>;

/** How the typing of a step stands against what the server keeps of it. */
export type Keeping =
  | { readonly kind: "typed" | "keeping" }
  /** With a time, unless nothing is left to keep. */
  | { readonly kind: "kept"; readonly at?: string }
  | { readonly kind: "failed"; readonly fault: string }
  /** Another window of the same person kept something else meanwhile. */
  | { readonly kind: "conflict"; readonly theirs: UnfinishedStep | undefined };

/** The unfinished steps of one credential, as their author typed them. */
export interface Unfinished {
  /** What is kept of a step. */
  of(step: number): UnfinishedStep | undefined;
  /** Keeps a step as it is typed, one keeping after the other; without a part what was kept is dropped. */
  keep(step: UnfinishedStepNumber, part: UnfinishedPart): Promise<Keeping>;
  /** Goes on from what another window kept: the next keeping takes its place. */
  goOnFrom(step: UnfinishedStepNumber, theirs: UnfinishedStep | undefined): void;
  /** Waits for what is being kept. */
  settle(): Promise<unknown>;
  /** A step was saved whole: nothing of it is kept any more. */
  finished(step: number): void;
  /**
   * Drops whatever this window kept, the open step last, and keeps nothing any more. What another window kept meanwhile
   * stays. Throws when it could not be done; typing goes on being kept then.
   */
  discard(): Promise<void>;
  /** Where each step's typing stands; absent while nothing was typed. */
  readonly keepings: ReadonlyMap<number, Keeping>;
  note(step: number, keeping: Keeping | undefined): void;
}

/** Refusals that leave nothing to drop: another window kept or dropped the step, or the credential is gone. */
const settled: ReadonlySet<number> = new Set([403, 404, 409]);

/** The {@link Unfinished} of a credential, begun with what the server keeps. */
export function useUnfinished(
  credential: Pick<Credential, "organization_id" | "credential_id"> | undefined,
  opened: readonly UnfinishedStep[],
): Unfinished {
  const kept = useRef(new Map<number, UnfinishedStep>(opened.map((each) => [each.step, each])));
  /** Keepings that got no answer: they may have been done. */
  const unanswered = useRef(new Map<UnfinishedStepNumber, UnfinishedPart>());
  const discarded = useRef(false);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [keepings, setKeepings] = useState<ReadonlyMap<number, Keeping>>(
    () => new Map(opened.map(({ step, kept_on }) => [step, { kind: "kept", at: kept_on }])),
  );
  const about = useRef(credential);
  about.current = credential;

  const note = useCallback((step: number, keeping: Keeping | undefined) => {
    setKeepings((before) => {
      const after = new Map(before);
      if (keeping) after.set(step, keeping);
      else after.delete(step);
      return after;
    });
  }, []);

  type Ids = Pick<Credential, "organization_id" | "credential_id">;
  const put = async ({ organization_id, credential_id }: Ids, step: UnfinishedStepNumber, part: UnfinishedPart) => {
    const version = kept.current.get(step)?.version ?? 0;
    const sent = { organization_id, credential_id, step, version, ...part };
    try {
      const { kept_on, ...answer } = await write(api.credential.saveUnfinished, sent);
      if (kept_on === undefined) kept.current.delete(step);
      else kept.current.set(step, { credential_id, step, version: answer.version, kept_on, ...part } as UnfinishedStep);
      unanswered.current.delete(step);
      return kept_on;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) unanswered.current.set(step, part);
      throw error;
    }
  };
  const send = async (ids: Ids, step: UnfinishedStepNumber, part: UnfinishedPart): Promise<Keeping> => {
    try {
      const at = await put(ids, step, part);
      return at === undefined ? { kind: "kept" } : { kind: "kept", at };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "credential.unfinished-changed") return { kind: "failed", fault: wordsFor(error) };
      const { organization_id, credential_id } = ids;
      const asked = api.credential.readUnfinished.query({ organization_id, credential_id });
      const found = await queries.fetchQuery({ ...asked, staleTime: 0, gcTime: 0 }).catch(() => ({ steps: [] }));
      return { kind: "conflict", theirs: found.steps.find((each) => each.step === step) };
    }
  };
  const drop = async (ids: Ids) => {
    const steps = new Set([...kept.current.keys(), ...unanswered.current.keys()] as UnfinishedStepNumber[]);
    // one that was not answered is sent again first: heard or not, its version is known then
    for (const step of [...steps].toSorted().toReversed())
      for (const part of [unanswered.current.get(step), {}])
        if (part)
          await put(ids, step, part).catch((error: unknown) => {
            if (!(error instanceof ApiError && settled.has(error.status))) throw error;
          });
    discarded.current = true;
  };

  const latest = useRef({ send, drop });
  latest.current = { send, drop };
  return useMemo(
    () => ({
      keepings,
      note,
      of: (step) => kept.current.get(step),
      keep: (step, part) => {
        const turn = last.current.then(async (): Promise<Keeping> => {
          if (!about.current || discarded.current) return { kind: "typed" };
          note(step, { kind: "keeping" });
          const keeping = await latest.current.send(about.current, step, part);
          note(step, keeping.kind === "kept" && keeping.at === undefined ? undefined : keeping);
          return keeping;
        });
        last.current = turn.catch(() => undefined);
        return turn;
      },
      goOnFrom: (step, theirs) => {
        if (theirs) kept.current.set(step, theirs);
        else kept.current.delete(step);
        note(step, { kind: "typed" });
      },
      settle: () => last.current,
      finished: (step) => {
        kept.current.delete(step);
        unanswered.current.delete(step as UnfinishedStepNumber);
        note(step, undefined);
      },
      discard: () => {
        const turn = last.current.then(async () => about.current && (await latest.current.drop(about.current)));
        last.current = turn.catch(() => undefined);
        return turn;
      },
    }),
    [keepings, note],
  );
}
