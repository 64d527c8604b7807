import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { requestOf } from "../../functions/runtime/request.ts";

const event = (stageVariables?: Record<string, string>, cookies?: string[]) =>
  ({
    cookies,
    headers: { "x-laurel-viewer": "203.0.113.7" },
    stageVariables,
    requestContext: { requestId: "1", http: { sourceIp: "130.176.0.1" } },
  }) as unknown as APIGatewayProxyEventV2;

describe("a caller's address", () => {
  it("is the viewer's behind the distribution, which proves itself", () => {
    expect(requestOf(event({ originSecret: "s" })).sourceIp).toBe("203.0.113.7");
  });
  it("is the connection's where anybody may call, whatever the header says", () => {
    expect(requestOf(event()).sourceIp).toBe("130.176.0.1");
  });
});

describe("a cookie", () => {
  it("is read decoded, and as it came where it cannot be", () => {
    const request = requestOf(event({}, ["one=a%20b", "two=%", "three=1=2"]));
    expect(["one", "two", "three", "four"].map(request.cookie)).toEqual(["a b", "%", "1=2", undefined]);
  });
});
