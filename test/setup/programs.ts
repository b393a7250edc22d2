/** Programs that some tests need: found on the machine, or installed where root may. */
import {
  canReadBarcodes,
  canRunDovecot,
  canRunPrometheus,
  canRunSshd,
  installBarcodeReaders,
  installDovecot,
  installPrometheus,
  installSshd,
  requireChromium,
} from '@svc/devnet';

/** What the keeper found; tests that need what is missing are skipped. */
export interface Found {
  /** URL of the suite's nats-server. */
  natsUrl: string | undefined;
  hasSshd: boolean;
  hasDovecot: boolean;
  hasPrometheus: boolean;
  hasBarcodeReaders: boolean;
  hasChromium: boolean;
}

export const findPrograms = async (): Promise<Omit<Found, 'natsUrl'>> => ({
  hasSshd: canRunSshd() || (await installSshd()),
  hasDovecot: canRunDovecot() || (await installDovecot()),
  hasPrometheus: canRunPrometheus() || (await installPrometheus()),
  hasBarcodeReaders: canReadBarcodes() || (await installBarcodeReaders()),
  hasChromium: (await requireChromium()) !== undefined,
});

const untried: Readonly<Record<keyof Found, string>> = {
  natsUrl: 'processes joined by NATS, and its rights: no nats-server (apt-get install nats-server)',
  hasSshd: 'files over OpenSSH: no sshd (apt-get install openssh-server, as root)',
  hasDovecot: 'manifests by e-mail: no dovecot (apt-get install dovecot-imapd, as root)',
  hasPrometheus: 'alerts: no promtool (apt-get install prometheus, as root)',
  hasBarcodeReaders:
    'barcodes read by other programs: no zbarimg, dmtxread, ZXingReader, zint (apt-get install zbar-tools …, as root)',
  hasChromium: 'pages in a browser: no Chromium (apt-get install chromium-headless-shell, as root)',
};

/** One line for each thing that cannot be tried on this machine. */
export const notTried = (found: Found): string[] =>
  (Object.keys(untried) as (keyof Found)[])
    .filter((name) => !found[name])
    .map((name) => untried[name]);
