/** The file channel as wholesalers meet it: OpenSSH's server and its `sftp` before an environment. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { files } from '@svc/contracts';
import { type SftpServer, type startSftpStandIn, startSshd, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { seedWholesalers } from '@svc/local/seed';
import { type Stage, type StageOptions, startStage } from '../journeys/environment.ts';

export const header =
  'order_id,consignee_site,consignee_name,drop_window,totes,temperature_class,schedule_max,un_number,reference';

/** A row that is right; today or tomorrow, there is always a window that is still open. */
export const rowOf = (order: string, cells: Partial<Record<string, string>> = {}): string =>
  Object.values({
    order_id: order,
    consignee_site: 'site_demo_ph-0',
    consignee_name: 'Demo Pharmacy',
    drop_window: '00:00-23:59',
    totes: '2',
    temperature_class: '2-8C',
    schedule_max: '5',
    un_number: '',
    reference: `PO-${order}`,
    ...cells,
  }).join(',');

export const manifest = (...rows: string[]): string => `${[header, ...rows].join('\n')}\n`;

export type Channel = Awaited<ReturnType<typeof startChannel>>;
/** Starts with the first test and stops after the last; it is theirs together. */
export type Given = () => Channel;
type SftpOptions = Parameters<typeof startSshd>[0];
interface ChannelOptions extends StageOptions, Pick<SftpOptions, 'smallFolders'> {
  /** Default: OpenSSH. */
  startServer?: typeof startSshd | typeof startSftpStandIn;
}

const users = { demo: ['jhb', 'cpt'], rival: ['pta'] };

const sftpEnv = (server: SftpServer): NodeJS.ProcessEnv => ({
  SVC_SFTP_HOST: server.address,
  SVC_SFTP_PORT: String(server.port),
  SVC_SFTP_KEY: server.service.privateKey,
  SVC_SFTP_HOST_KEY: server.hostKey,
  SVC_SFTP_POLL_MS: '100',
  SVC_SFTP_STILL_MS: '150',
});

export async function startChannel(options: ChannelOptions = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'sftp-'));
  const { smallFolders, startServer = startSshd, ...staged } = options;
  const serve = async (port?: number): Promise<SftpServer> => {
    const parts = { ...(port !== undefined && { port }), ...(smallFolders && { smallFolders }) };
    const started = await startServer({ dir: join(dir, 'server'), users, ...parts });
    if (!started) throw new Error('sshd cannot run here');
    return started;
  };
  let server = await serve();
  const stage = await startStage({ ...staged, env: { ...sftpEnv(server), ...staged.env } });
  await seedWholesalers(stage.transport);
  return {
    stage,
    server: () => server,
    ...folders(() => server),
    ...openSsh(() => server, dir),
    ...jobsOf(stage),
    ...filesOf(stage),
    desk: createClients({ files }, stage.transport, operator),
    /** The server goes, and comes back where it was. */
    cut: () => server.kill(),
    restore: async () => {
      server = await serve(server.port);
    },
    stop: async () => {
      await stage.stop();
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const operator = { tenant: 'ten_operator', actor: 'test', requestId: 'test' };

/** The jobs that were booked for an order. */
function jobsOf({ owner }: Stage) {
  const bookings = async (order: string) => {
    const { rows } = await owner.query<{ id: string; ref: string }>(
      `select id, ref from jobs.job where metadata::jsonb ->> 'order_id' = $1`,
      [order],
    );
    return rows;
  };
  const onlyBooking = async (order: string) => {
    const [first, ...others] = await bookings(order);
    if (!first || others.length > 0) throw new Error(`${order} was not booked once`);
    return first;
  };
  return { bookings, onlyBooking };
}

function filesOf({ owner }: Stage) {
  return {
    fileNamed: async (name: string): Promise<{ id: string; step: string; attempts: number }> => {
      const { rows } = await owner.query(
        'select id, step, attempts from files.file where name = $1',
        [name],
      );
      return rows[0] ?? { id: '', step: '', attempts: 0 };
    },
    /** A file whose answer stands; undefined while it is under way. */
    settled: async (name: string) => {
      const { rows } = await owner.query<{ stat: string; answered_at: Date; restarts: number }>(
        `select stat, answered_at, restarts from files.file where name = $1 and step = 'answered'`,
        [name],
      );
      return rows[0];
    },
    unanswered: async (): Promise<number> => {
      const { rows } = await owner.query<{ n: number }>(
        'select count(*)::int as n from files.file where answered_at is null',
      );
      return rows[0]?.n ?? 0;
    },
    /** Claims of the dead process expire now, not in half a minute. */
    expire: () => owner.query('update files.file set due_at = now() where due_at is not null'),
  };
}

/** OpenSSH's clients, which know the server's key and nothing else. */
function openSsh(server: () => SftpServer, dir: string) {
  const options = async (user: string): Promise<string[]> => {
    const { address, port, host, user: keysOf } = server();
    const known = join(dir, 'known_hosts');
    await writeFile(known, `[${address}]:${port} ${host.publicKey}\n`);
    return [
      ...['-i', keysOf(user).privateKeyFile, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'],
      ...['-o', `UserKnownHostsFile=${known}`, '-o', 'StrictHostKeyChecking=yes'],
    ];
  };
  const run = async (program: string, args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: 20_000 });
    return stdout + stderr;
  };
  return {
    /** A batch of commands as one would type them; answers what it printed. */
    sftp: async (user: string, ...lines: string[]): Promise<string> => {
      const batch = join(dir, `batch-${crypto.randomUUID()}`);
      await writeFile(batch, `${lines.join('\n')}\n`);
      const { address, port } = server();
      const to = ['-P', String(port), '-q', '-b', batch, `${user}@${address}`];
      return run('sftp', [...(await options(user)), ...to]);
    },
    /** Fails when the server lets nobody in, or the command fails. */
    ssh: async (user: string, ...command: string[]): Promise<string> => {
      const { address, port } = server();
      const to = ['-p', String(port), `${user}@${address}`];
      return run('ssh', [...(await options(user)), ...to, ...command]);
    },
  };
}

/** The wholesaler's folders as they lie on the server's disk. */
export function folders(server: () => Pick<SftpServer, 'home'>) {
  const path = (user: string, file: string) => join(server().home(user), file);
  const read = (user: string, file: string) =>
    readFile(path(user, file), 'utf8').catch(() => undefined);
  return {
    path,
    read,
    list: (user: string, folder: string) => readdir(path(user, folder)),
    /** As an upload that is done at once. */
    put: async (user: string, file: string, content: string | Uint8Array) => {
      await mkdir(join(path(user, file), '..'), { recursive: true });
      await writeFile(path(user, file), content);
    },
    /** Final answer to the wholesaler's file. */
    answer: (user: string, file: string): Promise<string> =>
      until(() => read(user, file), { timeoutMs: 60_000, everyMs: 50, what: file }),
  };
}
