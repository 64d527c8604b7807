import type { IncomingMessage, ServerResponse } from "node:http";
import { type LocalServer, readBody, serve } from "../../../bin/local/server.ts";
import { cloudFormation, type Stack } from "./cloudformation.ts";
import { type AccountDetails, detailServices, details, newAccount } from "./details.ts";
import { type Kept, kept } from "./kept.ts";
import { type Bucket, s3 } from "./s3.ts";
import { element, Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** All there is in the account, in every region; tests put it there and look at what is left of it. */
export interface Holdings extends Kept {
  readonly stacks: Stack[];
  readonly buckets: Bucket[];
}

/** A small account of AWS: it answers what operators' commands ask, as strictly as AWS does, and refuses all else. */
export async function startAccount(
  holdings: Partial<Holdings> = {},
  told: Partial<AccountDetails> = {},
): Promise<LocalServer & { holdings: Holdings }> {
  const all: Holdings = {
    stacks: [],
    buckets: [],
    tables: [],
    pools: [],
    secrets: [],
    logGroups: [],
    keys: [],
    ...holdings,
  };
  const services: Record<string, (request: ServiceRequest) => ServiceReply | Promise<ServiceReply>> = {
    cloudformation: (request) => cloudFormation(all.stacks, request),
    s3: (request) => s3(all.buckets, request),
    dynamodb: (request) => kept(all, "DynamoDB", request),
    "cognito-idp": (request) => kept(all, "Cognito", request),
    secretsmanager: (request) => kept(all, "SecretsManager", request),
    logs: (request) => kept(all, "Logs", request),
    kms: (request) => kept(all, "KMS", request),
    ...Object.fromEntries(
      detailServices.map((name) => [name, (request) => details({ ...newAccount, ...told }, name, request)]),
    ),
  };
  const server = await serve(0, async (request, response) => {
    const scope = /Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(request.headers.authorization ?? "");
    const [, region, name] = scope ?? [];
    const service = services[name ?? ""];
    if (!service) throw new Error(`The account has no service ${name} for ${request.method} ${request.url}.`);
    const asked = await readRequest(request, region!);
    try {
      answer(response, await service(asked));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(request, response, error, name!);
    }
  });
  return { ...server, holdings: all };
}

async function readRequest(request: IncomingMessage, region: string): Promise<ServiceRequest> {
  const body = (await readBody(request)).toString();
  const target = String(request.headers["x-amz-target"] ?? "");
  const isForm = String(request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  const form = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
  return {
    region,
    method: request.method!,
    url: new URL(request.url!, "http://account"),
    headers: request.headers,
    operation: form.Action ?? target.split(".").at(-1)!,
    input: isForm ? form : target && body ? JSON.parse(body) : {},
    body,
  };
}

function answer(response: ServerResponse, { status = 200, headers = {}, json, xml, text }: ServiceReply): void {
  const type = xml === undefined ? "application/x-amz-json-1.1" : "text/xml";
  response.writeHead(status, { "content-type": type, ...headers }).end(xml ?? text ?? JSON.stringify(json ?? {}));
}

const restJson: ReadonlySet<string> = new Set(["apigateway", "backup", "lambda", "ses"]);

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { code, status, message }: Refused,
  service: string,
): void {
  const inJson = request.headers["x-amz-target"] !== undefined || restJson.has(service);
  if (inJson) {
    const headers = { "content-type": "application/x-amz-json-1.1", "x-amzn-errortype": code };
    response.writeHead(status, headers).end(JSON.stringify({ __type: code, message }));
    return;
  }
  const error = element("Error", { Code: code, Message: message });
  const isForm = String(request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  response
    .writeHead(status, { "content-type": "text/xml" })
    .end(request.method === "HEAD" ? undefined : isForm ? `<ErrorResponse>${error}</ErrorResponse>` : error);
}
