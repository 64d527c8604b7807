import type { Call, InputOf } from "../../shared/http/call.ts";
import type { Answer, WriteCall } from "./client.ts";

/** Writes by a call from a document that is left once it is answered: nothing here goes stale by it. */
export const sendOnce = <C extends Call>(call: WriteCall<C>, input: InputOf<C>): Promise<Answer<C>> =>
  call.mutation().mutationFn(input);
