import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { type KeptEvent, publicEventNames, publicEvents, toldEvent } from "../../shared/webhook/events.ts";

const place = "{{events}}";
const ids = {
  user_id: "usr_01K5ZQ4M8T2V6X9B3C7D1F5G0H",
  invite_id: "inv_01K5ZQ4M8T2V6X9B3C7D1F5G0J",
  cred_id: "crd_01K5ZQ4M8T2V6X9B3C7D1F5G0K",
  application_id: "app_01K5ZQ4M8T2V6X9B3C7D1F5G0M",
  certificate_id: "crt_3k9q2m7x5t8v1w4y6z0a2b4c6d",
  replacement_id: "crt_7h2n4p6r8t0v2x4z6b8d0f2h4j",
} as const;

/** Writes each public event with an example into `/developers`, as {@link toldEvent} makes it. */
export const eventExamples = (): Plugin => ({
  name: "laurel-event-examples",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => (html.includes(place) ? html.replace(place, () => examples()) : html),
  },
});

const examples = () =>
  renderToStaticMarkup(
    publicEventNames.map((type) => (
      <details key={type} id={`event-${type}`} className="developers-event">
        <summary>
          <code>{type}</code> {publicEvents[type].says}
        </summary>
        <pre>
          <code>{JSON.stringify(exampleOf(type), undefined, 2)}</code>
        </pre>
      </details>
    )),
  );

function exampleOf(type: KeptEvent["type"]) {
  const { fields, state } = publicEvents[type];
  const named = Object.fromEntries(fields.map((field) => [field, ids[field]]));
  const data = { organization_id: "org_01K5ZQ4M8T2V6X9B3C7D1F5G0N", state, ...named };
  const event = { event_id: "evt_01K5ZQ4M8T2V6X9B3C7D1F5G0P", type, timestamp: "2026-11-28T14:03:07.512Z", data };
  const { event_id: _, ...posted } = toldEvent(event, "https://laurel.example/api/v1");
  return posted;
}
