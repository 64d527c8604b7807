import { api } from "./client.ts";

/** Ends the session that a token belongs to at the server; whoever leaves does not hear of a failure. */
export const endSession = async (token: string | undefined): Promise<void> => {
  await api.auth.logout.send({}, { token }).catch(() => undefined);
};
