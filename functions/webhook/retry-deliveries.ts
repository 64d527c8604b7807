import { scheduled } from "../chain/scheduled.ts";
import { drop } from "../data/deadlines.ts";
import { deliveryAt } from "../data/keys/webhook.ts";
import { askToDeliver, messageOf } from "./model/delivery.ts";

/** Has deliveries tried again whose time has come. One that has moved on since is left alone by who tries it. */
export const handler = scheduled({
  "webhook-delivery": async (deadline) => {
    const { at: due, reference } = deadline;
    await askToDeliver([messageOf({ ...deliveryAt(reference), due }, due)]);
    await drop(deadline);
  },
});
