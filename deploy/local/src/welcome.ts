import { join, relative, resolve } from 'node:path';
import { type DevFile, dataDir } from './dev-file.ts';
import type { Holder } from './operator-socket.ts';

/** The data folder as it is typed from here. */
const folder = (): string => {
  const fromHere = relative(process.cwd(), dataDir());
  return fromHere.startsWith('..') ? dataDir() : fromHere || '.';
};

/** Names the stack that holds the data folder, and how to start a second one. */
export const alreadyRuns = ({ pid, live, sandbox }: Holder): string =>
  `npm start runs already on the data in ${folder()} (process ${pid}):
  live      http://127.0.0.1:${live}/v1
  sandbox   http://127.0.0.1:${sandbox}/api/v1
It goes on undisturbed. Stop it with Ctrl-C in its terminal, or start another one beside it,
with a folder and ports of its own:
  SVC_DATA_DIR=${folder()}-2 SVC_LIVE_PORT=${live + 100} SVC_SANDBOX_PORT=${sandbox + 100} npm start`;

/** Output of `npm start` when all is up: addresses, credentials, lines to paste. */
export function welcome(dev: DevFile): string {
  const { live, sandbox, clients, sites } = dev;
  const { client_id, client_secret } = clients.demo;
  const sftp = `sftp -q -b - -F ${dev.sftp.config_file} ${dev.sftp.users.demo.username}`;
  return `
Healthcare courier logistics is ready.

  live      ${live.base_url}        documentation ${dev.docs_url}
  sandbox   ${sandbox.base_url}    key ${sandbox.api_key}
  desk      ${dev.desk.url}           pages for people: sign in as any demonstration user, without a password
  client    ${client_id}
  secret    ${client_secret}
  Postgres  ${dev.infra.postgres}   NATS ${dev.infra.nats}   SFTP ${dev.infra.sftp}   for scripts: ${join(folder(), 'dev.json')}
  log       ${dev.log.url}/checkpoint, cosigned by a witness that is run here for demonstration
  guides    ". ${join(resolve(folder()), 'env.sh')}" gives a shell what the blocks of docs/*.md need

Paste these:

1. A token for the live API
   TOKEN=$(curl -s ${dev.auth.auth_url}/oauth/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

2. Quote and book on live
   QUOTE=$(curl -s ${live.base_url}/quotes -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{"sku":"LAB-STD","km":18}' | sed 's/.*"id":"\\(q_[^"]*\\)".*/\\1/') && curl -s ${live.base_url}/jobs -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $(date +%s%N)" -H 'content-type: application/json' -d "{\\"quote_id\\":\\"$QUOTE\\",\\"pickup_site_id\\":\\"${sites.demo.pickup}\\",\\"dropoff_site_id\\":\\"${sites.demo.dropoff}\\"}"

3. Quote and book on the sandbox
   QUOTE=$(curl -s ${sandbox.base_url}/quotes -H 'x-api-key: ${sandbox.api_key}' -H 'content-type: application/json' -d '{"sku":"LAB-STD"}' | sed 's/.*"id":"\\(q_[^"]*\\)".*/\\1/') && curl -s ${sandbox.base_url}/jobs -H 'x-api-key: ${sandbox.api_key}' -H "Idempotency-Key: $(date +%s%N)" -H 'content-type: application/json' -d "{\\"quote_id\\":\\"$QUOTE\\",\\"pickup_site_id\\":\\"cli-0\\",\\"dropoff_site_id\\":\\"lab-0\\"}"

4. A wholesaler's file over SFTP: put one, and a few seconds later see the answer
   WAVE=wave-$(date +%s).csv; printf '%s\\n' order_id,consignee_site,consignee_name,drop_window,totes,temperature_class,schedule_max,un_number,reference "ORD-$(date +%s),site_demo_ph-0,Demo Pharmacy,08:00-17:00,2,2-8C,5,,PO-1" > /tmp/$WAVE && echo "put /tmp/$WAVE /jhb/inbound/$WAVE" | ${sftp}
   echo "get /jhb/outbound/$WAVE.ack /tmp/$WAVE.ack" | ${sftp} && cat /tmp/$WAVE.ack

Ctrl-C stops everything; data stays in ${folder()}/
`;
}
