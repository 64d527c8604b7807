import type { EvidenceSection } from "../../shared/certificate/evidence-calls.ts";
import { errorOf, lostConnection } from "./api-error.ts";

/** What a certificate's learner publishes at present. */
export interface OpenedEvidence {
  /** The last day of it. */
  readonly ends_on: string;
  readonly sections: readonly EvidenceSection[];
}

const timeoutMs = 120_000;

async function answerOf(address: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw lostConnection();
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Opens the evidence, which is counted. Throws an `ApiError`. */
export async function openEvidence(certificate_id: string): Promise<OpenedEvidence> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ certificate_id });
  const response = await answerOf("/api/certificate/evidence", { method: "POST", headers, body });
  return ((await response.json()) as { data: OpenedEvidence }).data;
}

/** The bytes of a published file. Throws an `ApiError`. */
export async function readEvidenceFile(
  certificate_id: string,
  section_id: string,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const query = new URLSearchParams({ certificate_id, section_id, sha256 });
  const response = await answerOf(`/api/certificate/evidence/file?${query}`);
  const { data } = (await response.json()) as { data: { url: string } };
  return new Uint8Array(await (await answerOf(data.url)).arrayBuffer());
}
