import { subscribe } from "node:diagnostics_channel";
import { mkdirSync, writeFileSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { join } from "node:path";
import { invokedFunction } from "../../../bin/local/cloud/functions.ts";
import { root } from "../../../bin/local/prepare.ts";
import { countingRequests } from "./counting-requests.ts";

/** What stands for the table's UpdateItem where it counts a call for its organization, and may do that alone. */
export const countedCall = "counting calls";

/** Where each world of a run leaves what its functions asked of AWS: IAM actions by function name. */
export const actionsDirectory = join(root, ".cache/test-results/actions");

/** Notes from now on what the functions of a world in this process ask of AWS; `write` leaves it for the end of the run. */
export function recordActions(): { write(): void } {
  const used = new Map<string, Set<string>>();
  const counting = countingRequests();
  subscribe("http.client.request.start", (message) => {
    const name = invokedFunction();
    const { request } = message as { request: ClientRequest };
    const actions = counting.has(request) ? [countedCall] : actionsOf(request);
    if (name === undefined || actions.length === 0) return;
    used.set(name, new Set([...(used.get(name) ?? []), ...actions]));
  });
  return {
    write() {
      mkdirSync(actionsDirectory, { recursive: true });
      const lists = Object.fromEntries([...used].map(([name, actions]) => [name, [...actions]]));
      writeFileSync(join(actionsDirectory, `${process.pid}.json`), JSON.stringify(lists));
    },
  };
}

/** The IAM actions a signed request needs; none when it is not to AWS. Transactions need those of their steps. */
function actionsOf(request: ClientRequest): string[] {
  const service = /\/([\w-]+)\/aws4_request/.exec(String(request.getHeader("authorization") ?? ""))?.[1];
  if (service === undefined) return [];
  if (service === "s3") return objectActionsOf(request).map((action) => `s3:${action}`);
  if (service === "ses") return ["ses:SendEmail"];
  const operation = String(request.getHeader("x-amz-target") ?? "").split(".")[1] ?? "";
  return [`${service}:${operation === "TransactGetItems" ? "GetItem" : operation.replace(/Batch$/, "")}`];
}

/** A copy reads what it is made of, and its tags go along. */
function objectActionsOf(request: ClientRequest): string[] {
  const source = request.getHeader("x-amz-copy-source");
  if (source === undefined) return [objectActionOf(request)];
  const version = String(source).includes("?versionId=") ? "Version" : "";
  return [`GetObject${version}`, `GetObject${version}Tagging`, "PutObject", "PutObjectTagging"];
}

function objectActionOf({ method, path }: ClientRequest): string {
  const { pathname, searchParams } = new URL(path, "http://s3.local");
  const isBucket = pathname.split("/").filter(Boolean).length === 1;
  if (method === "PUT" || method === "POST") return "PutObject";
  const version = searchParams.has("versionId") ? "Version" : "";
  if (method === "DELETE") return searchParams.has("uploadId") ? "AbortMultipartUpload" : `DeleteObject${version}`;
  if (isBucket) return searchParams.has("versions") ? "ListBucketVersions" : "ListBucket";
  if (searchParams.has("uploadId")) return "ListMultipartUploadParts";
  return searchParams.has("tagging") ? `GetObject${version}Tagging` : `GetObject${version}`;
}
