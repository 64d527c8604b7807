import { Hono } from "hono";
import { handle, type LambdaEvent } from "hono/aws-lambda";
import { routes } from "./routes.ts";
import { work } from "./work.ts";

const app = new Hono<{ Bindings: { event: LambdaEvent } }>();
for (const { method, path, call } of routes) {
  app.on(method, `/api${path.replace(/\{(\w+)\}/g, ":$1")}`, async (context) => {
    const raw = method === "GET" ? context.req.query() : await context.req.json();
    const event = context.env.event as { requestContext: { authorizer?: { jwt?: { claims: { user_id: string } } } } };
    const { status, body } = await work(call, event.requestContext.authorizer?.jwt?.claims.user_id ?? "", raw);
    return context.json(body as object, status as 200);
  });
}

export const handler = handle(app);
