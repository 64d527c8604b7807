import { AwsRefusal, answerAwsJson, type LocalServer, requireSignature, serve } from "../server.ts";

/** Secrets Manager as far as functions and operators' commands need it: GetSecretValue and PutSecretValue. */
export interface LocalSecrets extends LocalServer {
  /** Sets or replaces a secret by its name. */
  put(name: string, value: string): void;
}

/** Starts the stand-in. `secrets` maps a name or an ARN to its text. */
export async function startSecrets(options: {
  port: number;
  secrets: Readonly<Record<string, string>>;
}): Promise<LocalSecrets> {
  const secrets = new Map(Object.entries(options.secrets));
  const startedAt = Date.now() / 1000;
  const server = await serve(options.port, (request, response) =>
    answerAwsJson(request, response, (operation, { SecretId, SecretString }) => {
      requireSignature(request);
      if (operation !== "GetSecretValue" && operation !== "PutSecretValue") {
        throw new AwsRefusal("InvalidRequestException", `The local cloud does not answer ${operation}.`);
      }
      const id = String(SecretId);
      const name = nameIn(id, secrets);
      if (name === undefined) {
        throw new AwsRefusal("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
      }
      if (operation === "PutSecretValue") secrets.set(name, String(SecretString));
      return {
        ARN: id,
        Name: name,
        ...(operation === "GetSecretValue" && { SecretString: secrets.get(name), CreatedDate: startedAt }),
        VersionId: "local",
        VersionStages: ["AWSCURRENT"],
      };
    }),
  );
  return { ...server, put: (name, value) => void secrets.set(name, value) };
}

/** An ARN ends with the name, with or without a dash and six characters that AWS adds. */
function nameIn(id: string, secrets: ReadonlyMap<string, string>): string | undefined {
  const name = /:secret:(.+)$/.exec(id)?.[1] ?? id;
  return [id, name, name.replace(/-[A-Za-z0-9]{6}$/, "")].find((each) => secrets.has(each));
}
