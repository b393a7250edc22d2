/** E-mails as a wholesaler's system writes them, checked by the host that receives them. */

export interface Enclosed {
  name: string;
  content: string | Uint8Array;
}

interface Letter {
  from?: string;
  /** Headers that the receiving host adds on top. */
  checked?: string;
  id?: string;
  headers?: string[];
  enclosed?: Enclosed[];
}

export const host = 'mx.carrier.example';
export const demoSender = 'waves@demo.example';
export const passed = (domain = 'demo.example'): string =>
  `Authentication-Results: ${host}; dkim=pass header.d=${domain} header.s=k1`;

let letters = 0;
export const newId = (): string => {
  letters += 1;
  return `<letter-${letters}@demo.example>`;
};

export function write(letter: Letter): string {
  const { from = demoSender, checked = passed(), headers = [], enclosed = [] } = letter;
  const parts = enclosed.map(({ name, content }) =>
    [
      '--=_b',
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      (
        Buffer.from(content)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\r\n'),
    ].join('\r\n'),
  );
  return [
    ...(checked ? [checked] : []),
    'Received: from somewhere by mx.carrier.example',
    `From: The Waves <${from}>`,
    'To: files@carrier.example',
    'Subject: A wave',
    `Message-ID: ${letter.id ?? newId()}`,
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_b"',
    '',
    ...['--=_b', 'Content-Type: text/plain', '', 'Please see the attachment.'],
    ...parts,
    '--=_b--',
    '',
  ].join('\r\n');
}

/** The attachments of an answer, by name. */
export function enclosedIn(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`) : [];
  const named = parts.flatMap((part) => {
    const [, name] = /filename="?([^"\r\n;]+)"?/.exec(part) ?? [];
    const [head = '', ...body] = part.split('\r\n\r\n');
    const text = body.join('\r\n\r\n').trim();
    const isBase64 = /transfer-encoding: base64/i.test(head);
    return name ? [[name, isBase64 ? Buffer.from(text, 'base64').toString() : text]] : [];
  });
  return Object.fromEntries(named);
}
