import { NestedStack, Tags, Validations } from "aws-cdk-lib";
import type { HttpMethod, IHttpApi, IHttpRouteAuthorizer } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnIntegration, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Alias, CfnPermission, type Function as Lambda } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { CallName, NamedCall } from "../shared/contract.ts";
import { publicPrefix, wire } from "../shared/http/call.ts";
import { apiScope } from "../shared/platform/environment.ts";
import { alias, isAliased } from "./aliases.ts";
import { explain } from "./explain.ts";
import { makeFunction, makeRunning, type StageContext } from "./function.ts";
import { type Need, needs } from "./needs.ts";

/** What a domain's stack is made of. */
export interface DomainProps {
  readonly context: StageContext;
  readonly calls: readonly NamedCall[];
  readonly api: IHttpApi;
  readonly authorizer: IHttpRouteAuthorizer;
}

const publicReasons = {
  anyone: "Anybody may call this without signing in; it is throttled and tells nothing of others.",
  key: "A program calls this with a key, which the handler reads and counts each time: an ended one is dead at once.",
  signature: "A provider calls this: the handler accepts nothing but what the provider's secret has signed.",
};

/** The tag of the functions that answer calls, by which a deployment may ask them and no others; its value is the stage. */
export const callsTag = "laurel:calls-of";

/** The extra needs of a call. */
export const needOf = ({ domain, name }: NamedCall): Need => needs[`${domain}.${name}` as CallName] ?? {};

/** The route key of a call at the gateway. */
export const routeKeyOf = ({ call }: NamedCall): string => {
  const { method, path } = wire(call);
  return `${method} /api${path}`;
};

/** One domain: for each of its calls a function, a role and a route, and one log group for all. */
export class DomainStack extends NestedStack {
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, { context, calls, api, authorizer }: DomainProps) {
    super(scope, id);
    Validations.of(this).acknowledge({
      id: "CloudFormation-Validate::W2509",
      reason: "A parameter with the address of a secret is told the stack, and not the secret itself.",
    });
    const running = makeRunning(this);
    this.logGroup = running.logGroup;
    for (const named of calls) {
      const { domain, file, call } = named;
      const { method, path } = wire(call);
      const need = needOf(named);
      const handler = makeFunction(this, context, running, {
        path: `${domain}/${file}`,
        description: call.summary,
        table: need.table ?? (method === "GET" ? "read" : "write"),
        countsCalls: typeof call.allow === "object" && call.allow.within === "organization",
        countsKeys: call.keys !== undefined,
        need,
      });
      Tags.of(handler).add(callsTag, context.stage);
      const target = isAliased(named) ? aliasOf(handler) : handler;
      const open = call.allow === "anyone" || call.allow === "signature";
      const route = new HttpRoute(handler.node.scope!, "Route", {
        httpApi: api,
        routeKey: HttpRouteKey.with(`/api${path}`, method as HttpMethod),
        integration: new HttpLambdaIntegration("Integration", target),
        ...(open ? { authorizer: new HttpNoneAuthorizer() } : { authorizer, authorizationScopes: [apiScope] }),
      });
      if (target !== handler) callOnlyWhatMayBeCalled(route);
      if (open) explain(route, { APIG4: publicReasons[call.allow as keyof typeof publicReasons] });
      if (call.keys === undefined) continue;
      const publicRoute = new HttpRoute(handler.node.scope!, "PublicRoute", {
        httpApi: api,
        routeKey: HttpRouteKey.with(`/api${publicPrefix}${path}`, method as HttpMethod),
        integration: new HttpLambdaIntegration("PublicIntegration", target),
        authorizer: new HttpNoneAuthorizer(),
      });
      explain(publicRoute, { APIG4: publicReasons.key });
    }
  }
}

/** A stage that stands goes over to the alias without a call that is refused: the right to call it comes first. */
function callOnlyWhatMayBeCalled(route: HttpRoute): void {
  const within = route.node.findAll();
  const rights = within.filter((node) => node instanceof CfnPermission);
  for (const node of within) {
    if (node instanceof CfnIntegration) for (const right of rights) node.addResourceDependency(right);
  }
}

/** The alias of a function, at the version that this deployment makes of it. */
const aliasOf = (handler: Lambda) =>
  new Alias(handler.node.scope!, "Alias", { aliasName: alias, version: handler.currentVersion });
