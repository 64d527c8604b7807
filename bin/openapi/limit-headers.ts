import type { Header, Reference } from "../../shared/http/openapi-document.ts";

/** What a good key is told of its limit (draft-ietf-httpapi-ratelimit-headers-10), and when to come back. */
export const keyHeaders = {
  RateLimit: {
    description: "How many requests are left (`r`), and in how many seconds all are there again (`t`).",
    schema: {
      type: "string",
      maxLength: 100,
      pattern: '^"minute";r=\\d+;t=\\d+$',
      examples: ['"minute";r=588;t=42'],
    },
  },
  "RateLimit-Policy": {
    description: "How many requests (`q`) there are in how many seconds (`w`).",
    schema: {
      type: "string",
      maxLength: 100,
      pattern: '^"minute";q=\\d+;w=\\d+$',
      examples: ['"minute";q=600;w=60'],
    },
  },
  "Retry-After": {
    description: "In how many seconds to try again.",
    schema: { type: "integer", minimum: 1, maximum: 86_400 },
  },
} as const satisfies Record<string, Header>;

const refer = (name: keyof typeof keyHeaders): Record<string, Reference> => ({
  [name]: { $ref: `#/components/headers/${name}` },
});

/** The headers of an answer to a key, by its status. */
export const headersOf = (status: string) => ({
  ...refer("RateLimit"),
  ...refer("RateLimit-Policy"),
  ...(status === "429" && refer("Retry-After")),
});
