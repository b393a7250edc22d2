export {
  canReadBarcodes,
  installBarcodeReaders,
  type ReadBarcodes,
  readWithDmtx,
  readWithZbar,
  readWithZxing,
  renderPdf,
  writeWithZint,
} from './barcode-readers.ts';
export {
  type Authority,
  createAuthority,
  openAuthority,
  type TlsCertificate,
} from './certificates.ts';
export { type Child, type ChildOptions, type Exit, startChild } from './child.ts';
export { requireChromium } from './chromium.ts';
export { createDatabase, databaseUrl, dropDatabases } from './database.ts';
export { type Docker, startDocker } from './docker.ts';
export { canRunDovecot, installDovecot } from './dovecot.ts';
export { type MailServer, startMail } from './mail.ts';
export { installNats, type NatsServer, startNats } from './nats.ts';
export { type DemoPerson, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
export { freePort, requirePort } from './ports.ts';
export { type Postgres, startPostgres } from './postgres.ts';
export { canMakeNetworks, makeNetwork, type PrivateNetwork } from './private-network.ts';
export {
  canRunPrometheus,
  installPrometheus,
  type PrometheusServer,
  startPrometheus,
} from './prometheus.ts';
export type { SftpServer } from './sftp-keys.ts';
export { startSftpStandIn } from './sftp-stand-in.ts';
export { canMount, type SmallDisk, startSmallDisk } from './small-disk.ts';
export { canRunSshd, installSshd, startSshd } from './sshd.ts';
export { until } from './until.ts';
