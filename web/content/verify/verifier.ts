import type { DisclosedEvidence } from "../../../shared/certificate/verify/evidence.ts";
import { readFile, readLink, readText } from "../../../shared/certificate/verify/input.ts";
import { Refusal, type Verification } from "../../../shared/certificate/verify/verdict.ts";
import { hostsToAsk, refused, verify } from "../../../shared/certificate/verify/verify.ts";
import { type CredentialView, viewOf } from "../../../shared/certificate/verify/view.ts";
import { askPublic } from "../../api/public-documents.ts";

/** What was given, read: whom verifying it asks, and how to verify it. */
export interface Loaded {
  /** Hosts other than this page's that have to be asked. */
  readonly hosts: readonly string[];
  readonly view: CredentialView | undefined;
  verify(options: {
    readonly asOf?: Date;
    readonly isAsking: boolean;
    /** Evidence that was opened since. */
    readonly evidence?: readonly DisclosedEvidence[];
  }): Promise<Verification>;
}

const isHere = location.hostname === "localhost";

/** Reads a file, a text, or what is at a link. What cannot be read has its reason already. */
export async function read(given: { file: File } | { text: string } | { link: string }): Promise<Loaded> {
  try {
    const { document, ...came } = await contentsOf(given);
    const asked = "link" in given ? [new URL(given.link).host] : []; // giving a link is saying yes to its host
    return {
      hosts: hostsToAsk(document, { localhost: isHere }).filter((host) => ![location.host, ...asked].includes(host)),
      view: viewOf(document),
      verify: ({ isAsking, evidence = [], ...options }) =>
        verify(document, {
          ...came,
          ...options,
          evidence: [...(came.evidence ?? []), ...evidence],
          localhost: isHere,
          ...(isAsking && { ask: askPublic }),
        }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { hosts: [], view: undefined, verify: async ({ asOf }) => refused(error, asOf) };
  }
}

async function contentsOf(given: Parameters<typeof read>[0]) {
  if ("file" in given) return readFile(new Uint8Array(await given.file.arrayBuffer()));
  return "link" in given ? readLink(given.link, askPublic, { localhost: isHere }) : readText(given.text);
}
