import { useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { wordsFor } from "../words.ts";

/** What is sent and what becomes of it. */
export interface SubmitOptions<Input, Answer, Fault> {
  readonly send: (input: Input) => Promise<Answer>;
  /** It stays pending until this is done, too. */
  readonly onDone?: (answer: Answer, input: Input) => unknown;
  /** What is said of a failure; undefined when that is said elsewhere. */
  readonly explain: (error: unknown) => Fault | undefined;
}

/** An act that a person sends off, and may send again when it failed. */
export interface Submit<Input, Fault> {
  /** Answers whether it got through. Pressed again while it is pending it is the same act. */
  readonly submit: (input: Input) => Promise<boolean>;
  readonly pending: boolean;
  /** What is said of the last try's failure. */
  readonly fault: Fault | undefined;
  /** Says nothing of it any more. */
  readonly clear: () => void;
}

/** Says the general sentence of something unforeseen, and lets the browser's console know what it was. */
export function unforeseen(error: unknown): string {
  if (!(error instanceof ApiError)) reportError(error);
  return wordsFor(error);
}

/** Sends what a form, a dialog or a button asks for: pending, sent once at a time, and what is said when it fails. */
export function useSubmit<Input, Answer, Fault = string>(
  options: SubmitOptions<Input, Answer, Fault>,
): Submit<Input, Fault> {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const running = useRef<Promise<boolean>>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const run = async (input: Input): Promise<boolean> => {
    setPending(true);
    setFault(undefined);
    try {
      const answer = await latest.current.send(input);
      await latest.current.onDone?.(answer, input);
      return true;
    } catch (error) {
      setFault(latest.current.explain(error));
      return false;
    } finally {
      running.current = undefined;
      setPending(false);
    }
  };
  const acts = useRef({
    submit: (input: Input) => {
      running.current ??= run(input);
      return running.current;
    },
    clear: () => setFault(undefined),
  });
  return { ...acts.current, pending, fault };
}
