/** SFTP server for one folder of this machine, used by the stand-in: the folder is the client's root. */
import { constants } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';

const { STATUS_CODE: status } = ssh2.utils.sftp;
const listedMax = 100;

type Opened = { file: FileHandle } | { path: string; names: string[] };
/** Sends the reply to one request. */
type Reply = (sftp: SFTPWrapper, id: number) => void;

interface Session {
  sftp: SFTPWrapper;
  /** Resolves a path to one of this machine. */
  at(path: string): Promise<string>;
  keep(what: Opened): Reply;
  find(handle: Buffer): Opened | undefined;
  longname(filename: string, attributes: Attributes): string;
  close(handle: Buffer): Promise<void>;
  /** Maps an error to an SFTP status. */
  on(id: number, work: () => Promise<Reply>): void;
}

export function serveFolder(sftp: SFTPWrapper, root: string, longname = listed): void {
  const opened = new Map<number, Opened>();
  let last = 0;
  const close = async (handle: Buffer) => {
    const what = opened.get(handle.readUInt32BE());
    opened.delete(handle.readUInt32BE());
    if (what && 'file' in what) await what.file.close();
  };
  const session: Session = {
    sftp,
    at: (path) => within(root, path),
    keep: (what) => {
      last += 1;
      opened.set(last, what);
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(last);
      return (to, id) => to.handle(id, handle);
    },
    find: (handle) => opened.get(handle.readUInt32BE()),
    ...{ close, longname },
    on: (id, work) =>
      void work().then(
        (reply) => reply(sftp, id),
        (error: unknown) => sftp.status(id, statusOf(error)),
      ),
  };
  answerPaths(session);
  answerFiles(session);
  answerFolders(session);
  sftp.on('end', () => {
    for (const what of opened.values()) if ('file' in what) void what.file.close();
    opened.clear();
    sftp.end();
  });
}

function answerPaths({ sftp, at, on }: Session): void {
  const doing = (work: (path: string) => Promise<unknown>) => (id: number, path: string) =>
    on(id, async () => {
      await work(await at(path));
      return ok;
    });
  sftp.on('REALPATH', (id, path) =>
    on(id, async () => {
      const filename = posix.resolve('/', path);
      return (to, of) => to.name(of, [{ filename, longname: filename, attrs: noAttributes }]);
    }),
  );
  sftp.on('STAT', (id, path) => on(id, async () => attributes(await stat(await at(path)))));
  sftp.on('LSTAT', (id, path) => on(id, async () => attributes(await lstat(await at(path)))));
  sftp.on('SETSTAT', (id) => on(id, async () => ok));
  sftp.on('REMOVE', doing(unlink));
  sftp.on('RMDIR', doing(rmdir));
  sftp.on('MKDIR', doing(mkdir));
  sftp.on('RENAME', (id, from, to) =>
    on(id, async () => {
      await rename(await at(from), await at(to));
      return ok;
    }),
  );
}

function answerFiles({ sftp, at, keep, find, close, on }: Session): void {
  const fileOf = (handle: Buffer): FileHandle => {
    const what = find(handle);
    if (!what || !('file' in what)) throw new Error('not a file');
    return what.file;
  };
  sftp.on('OPEN', (id, path, flags) =>
    on(id, async () => keep({ file: await open(await at(path), numericFlags(flags)) })),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    on(id, async () => {
      const wanted = { buffer: Buffer.alloc(length), position: offset };
      const { bytesRead, buffer } = await fileOf(handle).read(wanted);
      return (to, of) =>
        bytesRead > 0 ? to.data(of, buffer.subarray(0, bytesRead)) : to.status(of, status.EOF);
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    on(id, async () => {
      await fileOf(handle).write(data, 0, data.length, offset);
      return ok;
    }),
  );
  sftp.on('FSTAT', (id, handle) => on(id, async () => attributes(await fileOf(handle).stat())));
  sftp.on('FSETSTAT', (id) => on(id, async () => ok));
  sftp.on('CLOSE', (id, handle) => on(id, () => close(handle).then(() => ok)));
}

function answerFolders({ sftp, at, keep, find, longname, on }: Session): void {
  sftp.on('OPENDIR', (id, path) =>
    on(id, async () => {
      const folder = await at(path);
      return keep({ path: folder, names: await readdir(folder) });
    }),
  );
  sftp.on('READDIR', (id, handle) => on(id, () => nextNames(find(handle), longname)));
}

const ok: Reply = (sftp, id) => sftp.status(id, status.OK);
const noAttributes: Attributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

/** Resolves the path to one of this machine; a link that leads out of the folder is refused. */
async function within(root: string, path: string): Promise<string> {
  const inside = posix.resolve('/', path);
  const folder = await realpath(join(root, dirname(inside)));
  const top = await realpath(root);
  if (folder !== top && !folder.startsWith(`${top}/`)) throw new Error('outside');
  return inside === '/' ? top : join(folder, basename(inside));
}

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW } = constants;
const { OPEN_MODE: mode } = ssh2.utils.sftp;

function numericFlags(flags: number): number {
  const has = (flag: number) => (flags & flag) !== 0;
  const way = has(mode.WRITE) ? (has(mode.READ) ? O_RDWR : O_WRONLY) : O_RDONLY;
  const made = (has(mode.CREAT) ? O_CREAT : 0) | (has(mode.TRUNC) ? O_TRUNC : 0);
  return way | made | (has(mode.EXCL) ? O_EXCL : 0) | O_NOFOLLOW;
}

async function nextNames(what: Opened | undefined, longname: Session['longname']): Promise<Reply> {
  if (!what || !('names' in what)) throw new Error('not a folder');
  const names = what.names.splice(0, listedMax);
  if (names.length === 0) return (sftp, id) => sftp.status(id, status.EOF);
  const found = await Promise.all(
    names.map(async (filename) => {
      const attrs = toAttributes(await lstat(join(what.path, filename)));
      return { filename, longname: longname(filename, attrs), attrs };
    }),
  );
  return (sftp, id) => sftp.name(id, found);
}

/** An entry in the form of `ls -l`: clients show it, and some take the kind from its letter. */
function listed(filename: string, { mode, uid, gid, size, mtime }: Attributes): string {
  const kind = kindLetters.get(mode & constants.S_IFMT) ?? '?';
  const rights = [...'rwxrwxrwx'].map((right, n) => (mode & (0o400 >> n) ? right : '-'));
  const [, day, month, year] = new Date(mtime * 1000).toUTCString().split(' ');
  return [kind + rights.join(''), 1, uid, gid, size, month, day, year, filename].join(' ');
}
const kindLetters = new Map([
  [constants.S_IFREG, '-'],
  [constants.S_IFDIR, 'd'],
  [constants.S_IFLNK, 'l'],
]);

type Stats = Awaited<ReturnType<typeof lstat>>;

const toAttributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  ...{ mode: Number(mode), uid: Number(uid), gid: Number(gid), size: Number(size) },
  ...{ atime: Math.floor(Number(atimeMs) / 1000), mtime: Math.floor(Number(mtimeMs) / 1000) },
});
const attributes =
  (stats: Stats): Reply =>
  (sftp, id) =>
    sftp.attrs(id, toAttributes(stats));

function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return status.NO_SUCH_FILE;
  return code === 'EACCES' ? status.PERMISSION_DENIED : status.FAILURE;
}
