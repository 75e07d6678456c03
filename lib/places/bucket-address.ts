import { misconfigured } from "../base/errors.ts";

/** The option that has the address, and the variables with the keys. */
export interface Asking {
  /** The name of the option that has the address. @default "copies" */
  option?: string;
  /** @default process.env */
  environment?: Environment;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A bucket, or a folder in it, and the keys of those who may use it. */
export interface BucketAddress {
  root: string;
  /** The beginning of the names of its objects. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const DEFAULT_REGION = "us-east-1";

/** Reads a place and the variables of S3. @throws misconfigured when keys are missing, or the address names no bucket */
export function readBucket(to: string, { option = "copies", environment = process.env }: Asking = {}): BucketAddress {
  const wrong = (why: string) => misconfigured(option, why);
  const region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? DEFAULT_REGION;
  return { ...readAddress(to, { region, environment, wrong }), region, ...readKeys(environment, wrong) };
}

function readAddress(
  to: string,
  { region, environment, wrong }: { region: string; environment: Environment; wrong: (why: string) => Error },
): Pick<BucketAddress, "root" | "prefix"> {
  if (!URL.canParse(to)) throw wrong(`${to} is no address of a bucket.`);
  const given = new URL(to);
  if (given.username !== "" || given.password !== "" || given.search !== "")
    throw wrong("The address of a bucket has no keys and no query: keys come from the environment.");
  const path = given.pathname.split("/").filter((part) => part !== "");
  const isNamed = given.protocol === "s3:";
  const bucket = isNamed ? given.host : path.shift();
  if (bucket === undefined || bucket === "") throw wrong(`${to} names no bucket.`);
  const prefix = path.map((part) => `${part}/`).join("");
  if (!isNamed) return { root: `${given.origin}/${bucket}`, prefix };
  const endpoint = environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"];
  if (endpoint !== undefined) return { root: `${endpoint.replace(/\/+$/, "")}/${bucket}`, prefix };
  return { root: `https://${bucket}.s3.${region}.amazonaws.com`, prefix };
}

function readKeys(
  environment: Environment,
  wrong: (why: string) => Error,
): Pick<BucketAddress, "accessKeyId" | "secretAccessKey" | "sessionToken"> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw wrong("S3 needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
