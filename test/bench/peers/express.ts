import express from "express";
import serverless from "serverless-http";
import { routes } from "./routes.ts";
import { work } from "./work.ts";

interface WithEvent {
  requestContext?: { authorizer?: { jwt?: { claims: { user_id: string } } } };
}

const app = express();
app.use(express.json());
for (const { method, path, call } of routes) {
  const mount = app[method.toLowerCase() as "get"].bind(app);
  mount(`/api${path.replace(/\{(\w+)\}/g, ":$1")}`, async (request, response) => {
    const raw = method === "GET" ? { ...request.query } : request.body;
    const userId = (request as WithEvent).requestContext?.authorizer?.jwt?.claims.user_id ?? "";
    const { status, body } = await work(call, userId, raw);
    response.status(status).json(body);
  });
}

export const handler = serverless(app as unknown as Parameters<typeof serverless>[0], {
  request: (request: WithEvent, event: WithEvent) => {
    request.requestContext = event.requestContext;
  },
});
