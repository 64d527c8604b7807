import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { cardNumberIn } from "../../functions/chain/card-number.ts";
import { mayHoldCardNumber, requestOf } from "../../functions/chain/request.ts";

const event = (stageVariables?: Record<string, string>, cookies?: string[], proof?: string) =>
  ({
    cookies,
    headers: { "x-laurel-viewer": "203.0.113.7", ...(proof !== undefined && { "x-laurel-origin": proof }) },
    stageVariables,
    requestContext: { requestId: "1", http: { sourceIp: "130.176.0.1" } },
  }) as unknown as APIGatewayProxyEventV2;

describe("a caller's address", () => {
  it("is the viewer's behind the distribution, which proves itself", () => {
    expect(requestOf(event({ originSecret: "s" }, [], "s")).sourceIp).toBe("203.0.113.7");
    for (const proof of ["old", "new"])
      expect(requestOf(event({ originSecret: "old,new" }, [], proof)).sourceIp).toBe("203.0.113.7");
  });
  it("is the connection's of whoever comes past the distribution, and so is what the log knows them by", () => {
    const own = requestOf(event({ originSecret: "s" }, [], "s")).viewer;
    for (const proof of [undefined, "", "t", "s,s"]) {
      const { sourceIp, viewer } = requestOf(event({ originSecret: "s" }, [], proof));
      expect(sourceIp).toBe("130.176.0.1");
      expect(viewer).not.toBe(own);
    }
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

describe("a card's number", () => {
  it("is found in whatever field, as it is typed or printed", () => {
    for (const number of ["4242424242424242", "5555 5555 5555 4444", "3782-822463-10005", "6011111111111117"]) {
      const input = { sections: [{ response: "<p>Nothing.</p>" }, { response: `<p>Pay with ${number}.</p>` }] };
      expect(cardNumberIn(input), number).toBe("sections.1.response");
      expect(mayHoldCardNumber(input), number).toBe(true);
    }
  });
  it("is found however it is written: with dots, tags, spaces and digits of other kinds, and what nobody sees", () => {
    const written = [
      "4242.4242.4242.4242",
      "4242 4242-4242.4242",
      "<b>4242</b> <i>4242</i> 4242 4242",
      "42<b>42</b>424242424242",
      "4242&nbsp;4242&nbsp;4242&nbsp;4242",
      "4242\u00a04242\u20094242\u20114242",
      "4242\u200b4242\u20604242\u00ad4242",
      "４２４２４２４２４２４２４２４２",
      "㊷㊷㊷㊷㊷㊷㊷㊷",
      "2223003122003222",
      "2223 0031 2200 3222",
    ];
    for (const text of written) {
      const input = { text: `<p>Pay with ${text}.</p>` };
      expect(cardNumberIn(input), text).toBe("text");
      expect(mayHoldCardNumber(input), text).toBe(true);
    }
  });
  it("is none across lines", () => {
    const html = "<ul><li>4242</li><li>4242</li><li>4242</li><li>4242</li></ul>";
    expect(cardNumberIn({ html })).toBeUndefined();
  });
  it("is none where digits mean something else", () => {
    const others = [
      "4242424242424241",
      "9780306406157",
      "3 4 5 6 7 8 9 1 0 1 1 1 2",
      "https://a.test/d/4242424242424242",
    ];
    for (const text of others) expect(cardNumberIn({ text }), text).toBeUndefined();
    expect(cardNumberIn({ account_number: "4242424242424242", phone: "+4242424242424242", count: 1 })).toBeUndefined();
  });
});
