/**
 * A network namespace for one server: what goes to and from it can be dropped, as on a broken path,
 * and no other traffic of the machine is touched.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { aptInstall } from './apt.ts';

export type PrivateNetwork = {
  /** Address of the server, reachable from this machine. */
  address: string;
  /** Prefix of a command line that runs it inside. */
  inside: readonly string[];
  /** Drops all packets silently, both ways. */
  cut: () => void;
  mend: () => void;
  remove: () => void;
};

const names = new Set<string>();
process.on('exit', () => {
  for (const name of names) spawnSync('ip', ['netns', 'del', name]);
});

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

const hasTools = (): boolean =>
  ['ip', 'nft'].every((command) => spawnSync(command, ['-V']).status === 0);

/** Whether there can be one: root may, where it has the capability and the kernel the filter. */
export async function canMakeNetworks(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!hasTools() && !(await aptInstall('iproute2', 'nftables'))) return false;
  try {
    const network = makeNetwork();
    network.cut();
    network.remove();
    return true;
  } catch {
    return false;
  }
}

const dropAll =
  'add table inet cut; ' +
  'add chain inet cut in { type filter hook input priority 0; policy drop; }; ' +
  'add chain inet cut out { type filter hook output priority 0; policy drop; }';

/** Two addresses of the block that RFC 2544 sets aside for measurements. Needs `canMakeNetworks`. */
export function makeNetwork(): PrivateNetwork {
  const name = `svc${randomBytes(4).toString('hex')}`;
  const [third, fourth] = randomBytes(2);
  const at = (n: number) => `198.18.${third}.${((fourth ?? 0) & 0xfc) + n}`;
  const inside = ['ip', 'netns', 'exec', name];
  const filter = (rules: string) => run('ip', 'netns', 'exec', name, 'nft', rules);
  run('ip', 'netns', 'add', name);
  names.add(name);
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'address', 'add', `${at(1)}/30`, 'dev', name);
  run('ip', 'link', 'set', name, 'up');
  run('ip', '-n', name, 'address', 'add', `${at(2)}/30`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) run('ip', '-n', name, 'link', 'set', device, 'up');
  return {
    address: at(2),
    inside,
    cut: () => filter(dropAll),
    mend: () => filter('delete table inet cut'),
    remove: () => {
      names.delete(name);
      run('ip', 'netns', 'del', name);
    },
  };
}
