import { describe, expect, it } from 'vitest';
import { config, mailSettings } from './config.ts';

const sftp = {
  SVC_SFTP_HOST: 'sftp.example',
  SVC_SFTP_KEY: 'a key',
  SVC_SFTP_HOST_KEY: `SHA256:${'a'.repeat(43)}`,
};
const mail = {
  SVC_MAIL_IMAP_URL: 'imaps://u:p%40ss@imap.example',
  SVC_MAIL_SMTP_URL: 'smtps://u:p@smtp.example',
  SVC_MAIL_ADDRESS: 'files@carrier.example',
  SVC_MAIL_AUTHSERV_ID: 'mx.carrier.example',
};
const without = (env: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));
const pathsOf = (env: Record<string, string>) =>
  (config.safeParse(env).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('settings', () => {
  it('may be absent, which disables the file channel', () => {
    expect(pathsOf({})).toEqual([]);
    expect(mailSettings(config.parse(sftp))).toBeUndefined();
  });

  it('of e-mail are parsed once all are there', () => {
    expect(mailSettings(config.parse({ ...sftp, ...mail }))).toMatchObject({
      address: 'files@carrier.example',
      policy: { authservId: 'mx.carrier.example', required: ['dkim'] },
    });
    const strict = config.parse({ ...sftp, ...mail, SVC_MAIL_REQUIRE: 'dkim,spf,dmarc' });
    expect(mailSettings(strict)?.policy.required).toEqual(['dkim', 'spf', 'dmarc']);
  });

  it.each([
    ['a key of the SFTP server', without(sftp, 'SVC_SFTP_HOST_KEY'), 'SVC_SFTP_KEY'],
    ['where proof files go', mail, 'SVC_MAIL_IMAP_URL'],
    ['a way out', without({ ...sftp, ...mail }, 'SVC_MAIL_SMTP_URL'), 'SVC_MAIL_IMAP_URL'],
    ['who checks', without({ ...sftp, ...mail }, 'SVC_MAIL_AUTHSERV_ID'), 'SVC_MAIL_IMAP_URL'],
    ['any check', { ...sftp, ...mail, SVC_MAIL_REQUIRE: '' }, 'SVC_MAIL_REQUIRE.0'],
    ['a real CA', { ...sftp, ...mail, SVC_MAIL_CA: '/etc/ca.pem' }, 'SVC_MAIL_CA'],
    ['IMAP', { ...sftp, ...mail, SVC_MAIL_IMAP_URL: 'http://x' }, 'SVC_MAIL_IMAP_URL'],
  ])('without the variable %s are refused', (_, env, path) => {
    expect(pathsOf(env)).toEqual([path]);
  });
});
