/** `.svc/env.sh`: the running stack for shells and guides, `. .svc/env.sh`. POSIX sh. */
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DevFile, dataDir } from './dev-file.ts';

const envFile = () => join(dataDir(), 'env.sh');

const functions = `
# A part of the JSON document on standard input: json .id, json .options[0].quote_id
json() { node -p "JSON.parse(require('fs').readFileSync(0))$1"; }
# A name that nothing had before: for an Idempotency-Key, a reference, a file.
unique() { node -p "Date.now().toString(36) + require('crypto').randomBytes(3).toString('hex')"; }
# An access token of a client; it lives for 15 minutes.
token() { curl -sS "$AUTH/oauth/token" -d grant_type=client_credentials -d "client_id=$1" -d "client_secret=$2" | json .access_token; }

# A folder of this shell for what blocks write.
[ -d "\${DIR:-}" ] || DIR=$(mktemp -d)

TOKEN=$(token "$CLIENT_ID" "$CLIENT_SECRET")
export DIR TOKEN
`;

export function writeEnvFile(dev: DevFile): void {
  const { demo, operator } = dev.clients;
  const variables = {
    BASE: dev.live.base_url,
    AUTH: dev.auth.auth_url,
    CLIENT_ID: demo.client_id,
    CLIENT_SECRET: demo.client_secret,
    DESK_ID: operator.client_id,
    DESK_SECRET: operator.client_secret,
    CLINIC: 'site_demo_cli-0',
    HOSPITAL: 'site_demo_hos-0',
    LAB: 'site_demo_lab-0',
    PHARMACY: 'site_demo_ph-0',
    SANDBOX: dev.sandbox.base_url,
    SANDBOX_KEY: dev.sandbox.api_key,
    SFTP_CONFIG: resolve(dev.sftp.config_file),
    SVC_DATA_DIR: resolve(dataDir()),
    // By these names `svc` and the programs of the documentation read them.
    SVC_BASE_URL: dev.live.base_url,
    SVC_CLIENT_ID: demo.client_id,
    SVC_CLIENT_SECRET: demo.client_secret,
    SVC_SANDBOX_URL: dev.sandbox.base_url,
    SVC_SANDBOX_KEY: dev.sandbox.api_key,
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const head = '# Addresses and credentials of the npm start that runs now.';
  writeFileSync(envFile(), `${head}\n${lines.join('\n')}\n${functions}`, { mode: 0o600 });
}

export const removeEnvFile = (): void => rmSync(envFile(), { force: true });

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
