export { type Child, type ChildOptions, type Exit, startChild } from './child.ts';
export { createDatabase, databaseUrl, dropDatabase } from './database.ts';
export { canRunDovecot, installDovecot, type MailServer, startMail } from './mail.ts';
export { installNats, type Nats, startNats } from './nats.ts';
export { freePort, requirePort } from './ports.ts';
export { type Postgres, startPostgres } from './postgres.ts';
export type { SftpServer } from './sftp-keys.ts';
export { canRunSshd, installSshd, startSshd } from './sshd.ts';
export { until } from './until.ts';
