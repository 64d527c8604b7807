import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { watchedAlarms } from "../../lib/alarms/signals.ts";
import { triedAlarms } from "../../lib/tried-alarms.ts";
import { signalsOf } from "./signals.ts";
import { type Resource, type Synthesized, synthesizedShapes } from "./synthesis.ts";

const sources = readdirSync("functions", { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("functions", name), "utf8"))
  .join("\n");

/** Lambda's own lines of failed runs, by the words of its guide to monitoring. */
const failedRuns = '{ ($.type = "platform.report") && ($.record.status != "success") }';
/** What a line of our own may carry, and what the gateway writes of each call. */
const namesIn = (text: string) => [...text.matchAll(/^ {2}(?:readonly )?(\w+)\??: /gm)].map(([, name]) => name!);
const lineFields = ["message", ...namesIn(readFileSync("functions/runtime/log.ts", "utf8"))];
const accessFields = namesIn(readFileSync("lib/api.ts", "utf8").split("const accessLogLine = {")[1]!);

describe.each(await synthesizedShapes())("$stage", ({ stage, settings, templates }) => {
  const mailbox = settings.operatorsMail!;
  const of = (type: string): Resource["Properties"][] =>
    templates.flatMap(({ Resources }) =>
      Object.values(Resources)
        .filter(({ Type }) => Type === type)
        .map(({ Properties }) => Properties),
    );

  test("every alarm, every event of AWS and the budget reach the operators' mailbox", () => {
    const signals = signalsOf(templates, mailbox);
    expect(signals.filter(({ faults }) => faults.length > 0)).toEqual([]);
    for (const kind of ["alarm", "rule", "budget"]) expect(signals.map(({ name }) => name).join("\n")).toContain(kind);
    const startsFunction = ({ Targets: [{ Arn }] }: Resource["Properties"]) => JSON.stringify(Arn).includes("Function");
    const rules = of("AWS::Events::Rule").filter((rule) => !startsFunction(rule));
    expect(signals.length).toBe(
      of("AWS::CloudWatch::Alarm").length + rules.length + 2 * of("AWS::Budgets::Budget").length,
    );
    console.log(`${stage}: ${signals.length} signals with a proven path to a mail`);
  });

  test("a trial has one alarm of each topic ring, and none for which a deployment goes back", () => {
    const tried = triedAlarms({ stage, region: settings.region }).map(({ name }) => name);
    const found = templates.flatMap(({ name, Resources }) =>
      Object.values(Resources)
        .filter(({ Type, Properties }) => Type === "AWS::CloudWatch::Alarm" && tried.includes(Properties.AlarmName))
        .map(({ Properties }) => `${name} ${JSON.stringify(Properties.AlarmActions)}`),
    );
    expect(found).toHaveLength(tried.length);
    expect(new Set(found).size).toBe(of("AWS::SNS::Topic").length);
    expect(tried.filter((each) => watchedAlarms.some((name) => each === `laurel-${stage}-${name}`))).toEqual([]);
  });

  test("no alarm looks back further than CloudWatch lets it: a day, or a week where its periods are hours", () => {
    for (const { AlarmName, Period, EvaluationPeriods, Metrics = [] } of of("AWS::CloudWatch::Alarm")) {
      const periods = [Period, ...Metrics.map((each: Resource["Properties"]) => each.MetricStat?.Period)];
      for (const period of periods.filter((each) => each !== undefined)) {
        expect(period * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(period < 3600 ? 86_400 : 604_800);
      }
    }
  });

  test("no alarm on DynamoDB waits for zeros that are never sent", () => {
    let filled = 0;
    for (const { AlarmName, Namespace, Metrics = [] } of of("AWS::CloudWatch::Alarm")) {
      expect(Namespace, AlarmName).not.toBe("AWS/DynamoDB");
      const [expression] = Metrics.flatMap((each: Resource["Properties"]) => each.Expression ?? []);
      for (const { Id, MetricStat } of Metrics) {
        if (MetricStat?.Metric.Namespace !== "AWS/DynamoDB") continue;
        expect(expression, AlarmName).toContain(`FILL(${Id}, 0)`);
        filled++;
      }
    }
    expect(filled).toBe(3);
  });

  test.each<[string, (type: string, resource: Resource) => Resource | undefined, RegExp]>([
    ["no topic policy names its service", without("AWS::SNS::TopicPolicy", allowing), /may not publish/],
    ["nobody is subscribed to the topic", removed("AWS::SNS::Subscription"), /mails nobody/],
    ["somebody else is subscribed", changed("AWS::SNS::Subscription", { Endpoint: "x@y.example" }), /mails nobody/],
    [
      "the topic is encrypted with AWS's own key",
      changed("AWS::SNS::Topic", { KmsMasterKeyId: "alias/aws/sns" }),
      /lacks kms:/,
    ],
    ["the topic is gone", removed("AWS::SNS::Topic"), /no topic/],
  ])("a signal does not count as heard when %s", (_, change, fault) => {
    for (const { name, faults } of signalsOf(
      templates.map((each) => edited(each, change)),
      mailbox,
    )) {
      expect(faults.join("; "), name).toMatch(fault);
    }
  });

  test("a rule of another account cannot mail the operators", () => {
    const policies = of("AWS::SNS::TopicPolicy");
    expect(policies.length).toBeGreaterThan(0);
    for (const { PolicyDocument } of policies) {
      for (const { Effect, Condition } of PolicyDocument.Statement) {
        if (Effect === "Allow") expect(Condition.StringEquals).toHaveProperty(["aws:SourceAccount"]);
      }
    }
  });

  test("every topic mails the operators once a week, so that silence is heard", () => {
    const beats = of("AWS::Scheduler::Schedule").filter(({ Target }) =>
      JSON.stringify(Target.Arn).includes("sns:publish"),
    );
    expect(beats.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(["rate(7 days)", "rate(7 days)"]);
    const topics = templates.flatMap(({ Resources }) =>
      Object.entries(Resources).flatMap(([id, { Type }]) => (Type === "AWS::SNS::Topic" ? [id] : [])),
    );
    for (const id of topics) expect(JSON.stringify(beats)).toContain(id);
    expect(topics).toHaveLength(2);
  });

  test("every counted log line is one that the code writes, and every count that is looked at has its lines", () => {
    const counted = new Set<string>();
    for (const { FilterPattern, MetricTransformations } of of("AWS::Logs::MetricFilter")) {
      const [, value] = /^\{ \$\.message = "(\w+)" \}$/.exec(FilterPattern) ?? [];
      if (value !== undefined) expect(sources).toContain(`"${value}"`);
      else if (FilterPattern !== failedRuns)
        for (const [, field] of FilterPattern.matchAll(/\$\.([\w.]+)/g)) expect(accessFields).toContain(field);
      counted.add(`${MetricTransformations[0].MetricNamespace} ${MetricTransformations[0].MetricName}`);
    }
    const alarmed = of("AWS::CloudWatch::Alarm")
      .flatMap((alarm) => [
        alarm,
        ...(alarm.Metrics ?? []).map((each: Resource["Properties"]) => each.MetricStat?.Metric),
      ])
      .filter((metric) => metric?.Namespace?.startsWith("Laurel/"))
      .map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`);
    const drawn = of("AWS::CloudWatch::Dashboard").flatMap(({ DashboardBody }) =>
      [...JSON.stringify(DashboardBody).matchAll(/"(Laurel\/\w+)\\+",\\+"([\w-]+)/g)].map(
        ([, namespace, name]) => `${namespace} ${name}`,
      ),
    );
    for (const some of [alarmed, drawn]) expect(some.length).toBeGreaterThan(10);
    expect([...alarmed, ...drawn].filter((metric) => !counted.has(metric))).toEqual([]);
    expect([...counted].filter((metric) => ![...alarmed, ...drawn].includes(metric))).toEqual([]);
  });

  test("the saved queries ask for lines that the code writes, and for fields that a line may have", () => {
    const asked = of("AWS::Logs::QueryDefinition").flatMap(({ QueryString }) =>
      [...JSON.stringify(QueryString).matchAll(/message (?:=|in) (\[[^\]]*\]|\\"\w+\\")/g)].flatMap(([, words]) =>
        words!.match(/\w+/g),
      ),
    );
    expect(asked.length).toBeGreaterThan(10);
    for (const message of asked) expect(sources).toContain(`"${message}"`);
    const fields = [...lineFields, ...accessFields];
    for (const { Name, QueryString } of of("AWS::Logs::QueryDefinition")) {
      const [, named] = /^fields ([^\n]*)/.exec(QueryString)!;
      const own = named!.split(", ").filter((field) => !/^(@|httpRequest\.|terminatingRuleId)/.test(field));
      expect(
        own.filter((field) => !fields.includes(field)),
        Name,
      ).toEqual([]);
    }
  });
});

function allowing(properties: Resource["Properties"]): Resource["Properties"] {
  const { PolicyDocument } = properties;
  const Statement = PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect !== "Allow");
  return { ...properties, PolicyDocument: { ...PolicyDocument, Statement } };
}
function without(of: string, change: (properties: Resource["Properties"]) => Resource["Properties"]) {
  return (type: string, resource: Resource) =>
    type === of ? { ...resource, Properties: change(resource.Properties) } : resource;
}
function changed(of: string, properties: object) {
  return without(of, (before) => ({ ...before, ...properties }));
}
function removed(of: string) {
  return (type: string, resource: Resource) => (type === of ? undefined : resource);
}
function edited(
  template: Synthesized,
  change: (type: string, resource: Resource) => Resource | undefined,
): Synthesized {
  const Resources = Object.fromEntries(
    Object.entries(template.Resources).flatMap(([id, resource]) => {
      const after = change(resource.Type, resource);
      return after ? [[id, after]] : [];
    }),
  );
  return { ...template, Resources };
}
