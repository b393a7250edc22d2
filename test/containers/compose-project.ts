/** Docker Compose on deploy/compose.yaml, beside other projects and other runs of the tests. */
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@svc/devnet';
import { aptInstall } from '@svc/devnet/apt';
import { root } from '@svc/image/build';
import { docker } from '@svc/image/docker';
import { type SecretStore, secretStore } from '@svc/local/secret-store';

/** The plugin of Docker, else the program of Debian's package, which apt installs. */
export async function provideCompose(): Promise<string> {
  if (spawnSync('docker', ['compose', 'version']).status === 0) return 'docker compose';
  const hasProgram = () => spawnSync('docker-compose', ['version']).status === 0;
  if (hasProgram() || ((await aptInstall('docker-compose')) && hasProgram())) return program;
  throw new Error('apt could not install docker-compose');
}

const program = 'docker-compose';
const folder = join(root, 'deploy');

export interface ComposeProject {
  /** Holds its secrets; goes with it. */
  dir: string;
  /** Where the gateway listens. */
  address: string;
  /** Its secrets, beside the file. */
  secrets: SecretStore;
  /** The command `compose` and the variables of the shell that runs it. */
  command: string;
  env: NodeJS.ProcessEnv;
  /** Runs Compose; answers what it printed. */
  run(...args: string[]): Promise<string>;
  /** By service, e.g. `Up 2 minutes (healthy)`. */
  states(): Promise<Map<string, string>>;
  stop(): Promise<void>;
}

export async function composeProject(variables: NodeJS.ProcessEnv): Promise<ComposeProject> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-compose-'));
  const secrets = secretStore(join(dir, 'secrets'));
  await secrets.draw();
  for (const name of ['nats.conf', 'backup.sh'])
    await copyFile(join(folder, name), join(dir, name));
  const name = `svc-compose-${process.pid}`;
  const address = `127.0.0.1:${await freePort()}`;
  const own = { SVC_HTTP_ADDRESS: address, SVC_PUBLIC_URL: `http://${address}` };
  const env = { ...process.env, ...variables, ...own };
  const [first = program, ...second] = (process.env.SVC_COMPOSE ?? program).split(' ');
  const file = join(folder, 'compose.yaml');
  const options = ['--project-directory', dir, '--project-name', name, '--file', file];
  const run = async (...args: string[]) => {
    const all = [...second, ...options, ...args];
    const { stdout } = await promisify(execFile)(first, all, { env, maxBuffer: 2 ** 26 });
    return stdout;
  };
  return {
    ...{ dir, address, secrets },
    command: [first, ...second, ...options].join(' '),
    env,
    run,
    states: async () => {
      const label = 'com.docker.compose';
      const format = `{{.Label "${label}.service"}}\t{{.Status}}`;
      const filter = `label=${label}.project=${name}`;
      const lines = await docker(['ps', '--all', '--filter', filter, '--format', format]);
      return new Map(
        lines.split('\n').map((line) => {
          const [service = '', state = ''] = line.split('\t');
          return [service, state];
        }),
      );
    },
    stop: async () => {
      await run('down', '--volumes', '--remove-orphans');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
