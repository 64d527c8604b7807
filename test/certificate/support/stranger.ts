import { limitedAsk } from "../../../shared/certificate/verify/ask.ts";
import { readLink } from "../../../shared/certificate/verify/input.ts";
import { type Json, Refusal, type Verification } from "../../../shared/certificate/verify/verdict.ts";
import { refused, verify } from "../../../shared/certificate/verify/verify.ts";

/** What a stranger with the link to a certificate reads now. */
export async function judge(link: string, asOf?: Date): Promise<Verification> {
  const ask = limitedAsk(fetch);
  try {
    const { document } = await readLink(link, ask, { localhost: true });
    return await verify(document, { ask, localhost: true, ...(asOf && { asOf }) });
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

/** What a stranger reads of a copy that was downloaded before. */
export const judgeCopy = (copy: Json): Promise<Verification> =>
  verify(structuredClone(copy), { ask: limitedAsk(fetch), localhost: true });
