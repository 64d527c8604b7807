import { errorOf } from "./api-error.ts";

/** What differs from one installation to the next; served beside the portal's files as /config.json. */
export interface Configuration {
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly filesOrigin: string;
  readonly payments: "stripe" | "sandbox";
  readonly stripePublishableKey?: string;
  /** PayPal is offered beside the card; with the sandbox no money moves. */
  readonly paypal?: "paypal" | "sandbox";
  readonly stage: string;
}

let asked: Promise<Configuration> | undefined;

/** The installation's configuration, asked for once. */
export function configuration(): Promise<Configuration> {
  asked ??= fetch("/config.json")
    .then(async (response) => {
      if (!response.ok) throw await errorOf(response);
      return (await response.json()) as Configuration;
    })
    .catch((error) => {
      asked = undefined;
      throw error;
    });
  return asked;
}
