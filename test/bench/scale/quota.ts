/**
 * Processes that get a fraction of a core, so that a machine of two cores shows what more of them do.
 * By the kernel's control groups (cgroup v1 or v2): needs root and a controller that may be written.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process is halted for milliseconds at a time. */
const periodUs = 100_000;

interface Hierarchy {
  root: string;
  settings: (quotaUs: number) => Record<string, string>;
}

const v1: Hierarchy = {
  root: '/sys/fs/cgroup/cpu',
  settings: (quotaUs) => ({
    'cpu.cfs_period_us': String(periodUs),
    'cpu.cfs_quota_us': String(quotaUs),
  }),
};
const v2: Hierarchy = {
  root: '/sys/fs/cgroup',
  settings: (quotaUs) => ({ 'cpu.max': `${quotaUs} ${periodUs}` }),
};

export interface Quotas {
  /** Holds a process with its threads to this fraction of a core. */
  hold(pid: number, cores: number): void;
  /** Gives all that are held the whole machine again. */
  release(): void;
}

/** Throws where this machine allows none. */
export function createQuotas(): Quotas {
  const { root, settings } = existsSync(join(v1.root, 'cpu.cfs_quota_us')) ? v1 : v2;
  const held = new Map<string, number | undefined>();
  let groups = 0;
  const make = (cores: number): string => {
    groups += 1;
    const folder = join(root, `svc-bench-${process.pid}-${groups}`);
    mkdirSync(folder);
    held.set(folder, undefined);
    for (const [file, value] of Object.entries(settings(Math.round(cores * periodUs)))) {
      writeFileSync(join(folder, file), value);
    }
    return folder;
  };
  const release = () => {
    for (const [folder, pid] of held) {
      if (pid !== undefined && existsSync(`/proc/${pid}`)) move(pid, root);
      rmdirSync(folder);
    }
    held.clear();
  };
  try {
    make(1);
  } finally {
    release();
  }
  return {
    hold: (pid, cores) => {
      const folder = make(cores);
      held.set(folder, pid);
      move(pid, folder);
    },
    release,
  };
}

const move = (pid: number, folder: string) =>
  writeFileSync(join(folder, 'cgroup.procs'), String(pid));
