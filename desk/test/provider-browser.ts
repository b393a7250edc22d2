/** The browser's way through the provider: follows redirects, keeps its cookies, presses a button. */
export async function signInAt(address: string, email: string): Promise<URL> {
  const jar = new Map<string, string>();
  const request = async (url: URL, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const provider = new URL(address);
  let url = provider;
  let answer = await request(url);
  while (url.origin === provider.origin) {
    const location = answer.headers.get('location');
    if (location !== null) {
      url = new URL(location, url);
      if (url.origin === provider.origin) answer = await request(url);
    } else {
      const page = await answer.text();
      if (!page.includes(email)) throw new Error(`the provider's page has no ${email}: ${page}`);
      answer = await request(url, new URLSearchParams({ email }));
    }
  }
  return url;
}
