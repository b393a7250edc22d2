/** Answers of a running stack, kept as the examples of the OpenAPI document. */
import { writeFile } from 'node:fs/promises';
import type { ApiEnvironment } from '@svc/gateway';
import type { Answer } from '../../journeys/http.ts';

/** `SVC_RECORD_ANSWERS=1 npm test -- test/contracts/openapi` writes them anew. */
const isOn = process.env.SVC_RECORD_ANSWERS === '1';

export interface AnswerLog {
  note(operationId: string, answer: Answer): void;
  write(): Promise<void>;
}

export function createAnswerLog(environment: ApiEnvironment, publicUrl: string): AnswerLog {
  const answers: Record<string, unknown> = {};
  return {
    note: (operationId, { status, headers, text }) => {
      const isJson = headers.get('content-type')?.startsWith('application/json');
      if (!isJson || status >= 300 || notShown.has(operationId)) return;
      answers[operationId] = shown(JSON.parse(text.replaceAll(publicUrl, exampleUrl)));
    },
    write: async () => {
      if (!isOn) return;
      const sorted = Object.entries(answers).toSorted(([a], [b]) => a.localeCompare(b));
      const path = `../../../gateway/src/docs/answers-${environment}.json`;
      const text = JSON.stringify(Object.fromEntries(sorted), null, 2);
      await writeFile(new URL(path, import.meta.url), `${text}\n`);
    },
  };
}

const exampleUrl = 'https://api.courier.example';
/** The documents themselves. */
const notShown = new Set(['getOpenApi', 'getOperationsOpenApi']);

/** Secrets are shown once, to their owner; a signed text is of no use to a reader. */
const secrets: Readonly<Record<string, string>> = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  client_secret: 'a secret that is shown this once',
  api_key: 'a key that is shown this once',
  initial_access_token: 'a token that is shown this once',
  access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl',
  certificate_jws: 'eyJhbGciOiJFUzI1NiJ9.eyJpZCI6IlBPQy03SzNNOVFYMkFCIn0.c2lnbmF0dXJl',
};
const isHandoverCode = (name: string, value: string) => name === 'code' && /^\d{6}$/.test(value);
const itemsMax = 2;

/** Without secrets, and with the first items of its lists. */
function shown(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return isHandoverCode(name, value) ? '482913' : (secrets[name] ?? value);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => shown(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, key)]));
}
