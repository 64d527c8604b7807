import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { type Attempt, attemptsMax, type DeliveryDetails } from "../../shared/webhook/delivery.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { dateTime } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel, Stack } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import { endpointsOf, isArrived, OutcomeStatus, resultOf, saysOf } from "./endpoint-words.tsx";
import "./webhook.css";

const LOOK_AGAIN_MS = 2000;
const SOON_MS = 60_000;

/** Whether something becomes of it soon: it has not been tried, or its next attempt is near. */
const isNear = ({ outcome, next_on }: DeliveryDetails): boolean =>
  outcome === "waiting" && (next_on === undefined || Date.parse(next_on) - Date.now() < SOON_MS);

/** `/connections/webhooks/:id/:event_id`: what was sent, each attempt with the beginning of its answer, and the next. */
export function Page() {
  const { id = "", event_id = "" } = useParams();
  const { organization_id, can } = useSession();
  const asked = { organization_id, endpoint_id: id, event_id };
  const { data: delivery } = useSuspenseQuery({
    ...api.webhook.readDelivery.query(asked),
    refetchInterval: ({ state: { data } }) => (data && isNear(data) ? LOOK_AGAIN_MS : false),
  });
  const { data } = useSuspenseQuery(endpointsOf(organization_id));
  const isOn = data.endpoints.some(({ endpoint_id, status }) => endpoint_id === id && status === "active");
  const resend = useSubmit<void, unknown, undefined>({
    send: () => write(api.webhook.resend, asked),
    onDone: () => flash("success", "We’re sending it again."),
    explain: (error) => {
      flash("error", unforeseen(error));
      return undefined;
    },
  });
  const { type, outcome, tries, next_on, created_on, body, attempts } = delivery;
  const next = outcome === "waiting" ? [{ label: "Next attempt", value: next_on ? dateTime(next_on) : "Now" }] : [];
  return (
    <Stack gap="l">
      <PageHeader
        title={type}
        description={saysOf(type)}
        back={{ to: paths.webhook(id), text: "Endpoint" }}
        actions={
          isOn && can(api.webhook.resend) ? (
            <LightButton busy={resend.pending} onClick={() => void resend.submit()}>
              Resend
            </LightButton>
          ) : undefined
        }
      />
      <Panel title="Delivery">
        <Stack gap="m">
          <KeyValues
            label="Delivery"
            items={[
              { label: "Status", value: <OutcomeStatus of={outcome} /> },
              { label: "Created", value: dateTime(created_on) },
              { label: "Attempts", value: `${tries} of ${attemptsMax}` },
              ...next,
              { label: "Event ID", value: <code>{event_id}</code> },
            ]}
          />
          <Disclosure title="What we send">
            <Text label="What we send">{pretty(body)}</Text>
          </Disclosure>
        </Stack>
      </Panel>
      <Panel title="Attempts" counter={`(${attempts.length})`}>
        {attempts.length === 0 ? (
          <p>We haven’t tried yet.</p>
        ) : (
          <ol className="webhook-attempts">
            {attempts.toReversed().map((attempt) => (
              <AttemptRow key={attempt.at} of={attempt} />
            ))}
          </ol>
        )}
      </Panel>
    </Stack>
  );
}

function AttemptRow({ of }: { readonly of: Attempt }) {
  const { at, milliseconds, answer, address, timestamp } = of;
  return (
    <li>
      <div className="webhook-attempt">
        <StatusText kind={isArrived(of) ? "success" : "error"}>{resultOf(of)}</StatusText>
        <span>
          {dateTime(at)}, after {milliseconds.toLocaleString("en-US")} ms
        </span>
      </div>
      {address === undefined ? null : (
        <p className="webhook-sent">
          Sent to <code>{address}</code> with timestamp <code>{timestamp}</code>
        </p>
      )}
      {answer === "" ? null : <Text label={`Answer of ${dateTime(at)}`}>{answer}</Text>}
    </li>
  );
}

/** A text as it was sent or received; who comes by keyboard can scroll it. */
const Text = ({ label, children }: { readonly label: string; readonly children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
  <section aria-label={label} tabIndex={0} className="webhook-text">
    <pre>{children}</pre>
  </section>
);

/** JSON with its lines, anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
