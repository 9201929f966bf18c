import { escapedPattern } from '../../model/pattern.ts';
import type { RedactedToo } from '../../model/secret.ts';

/** Names of this machine and its user, which no sign in a text marks. `home`: the user's home folder, in any place; null without one. */
export interface KnownNames {
  readonly users: readonly string[];
  readonly hosts: readonly string[];
  readonly home?: string | null;
}

interface Replacing {
  home(): void;
  word(rule: string, value: string): string;
}

interface PersonalFilter {
  (text: string): string;
  /** Learns a user's name from the home folder with which a path begins. */
  learnPath(path: string): void;
  mayChange(text: string): boolean;
}

export function personalFilter(
  also: readonly RedactedToo[],
  { users, hosts, home = null }: KnownNames,
  replacing: Replacing,
): PersonalFilter {
  const asks = new Set(also);
  const own = home === null || asks.size === 0 ? null : ownHome(home);
  const people = new Names(asks.has('user') ? [...users, home === null ? '' : (/[^/\\]*$/.exec(home)?.[0] ?? '')] : []);
  const machines = new Names(asks.has('host') ? hosts.flatMap((host) => [host, host.split('.')[0] ?? '']) : []);
  const homeless = (): string => {
    replacing.home();
    return '~';
  };
  const filter = (text: string): string => {
    const named = asks.has('mail') ? text.replace(MAIL, (mail) => replacing.word('mail', mail)) : text;
    const roomy = asks.has('home')
      ? (own === null ? named : named.replace(own, homeless)).replace(HOME, homeless)
      : named;
    const nameless = people.replaced(roomy, (name) => replacing.word('user', name));
    return machines.replaced(nameless, (name) => replacing.word('host', name));
  };
  const mayChange = (text: string): boolean =>
    asks.size > 0 &&
    (PERSONAL.test(text) || (own !== null && text.search(own) >= 0) || people.areIn(text) || machines.areIn(text));
  const learnPath = (path: string): void => {
    if (asks.has('user')) people.add(OWNER.exec(path)?.[1]);
  };
  return Object.assign(filter, { learnPath, mayChange });
}

/** Characters that never precede a path. */
const NOT_IN_PATH = String.raw`(?<![\w.~%-])(?<![\w.~%-]\/)`;
/** Home folders of Linux, macOS, Fedora Atomic, Solaris, FreeBSD and Windows, also from WSL; and as Claude Code names the folder of a project: `-home-ann-quay`. */
const HOME = new RegExp(
  String.raw`${NOT_IN_PATH}(?:(?:\/(?:var|usr|export|private))?\/home|(?:\/mnt)?(?:\/[A-Za-z])?\/Users|[A-Za-z]:\/Users)\/[^\s/"'\x60:;,<>|\\]+|(?<![^\s/"'\x60])(?:-(?:var|usr|export|mnt-[a-z]))?-(?:home|Users)-[^\s/"'\x60:;,<>|\\-]+|[A-Za-z]:\\+Users\\+[^\s\\"'\x60:;,<>|]+`,
  'g',
);
const OWNER =
  /^(?:(?:\/(?:var|usr|export|private))?\/home\/|(?:\/mnt)?(?:\/[A-Za-z])?\/Users\/|[A-Za-z]:[\\/]Users[\\/])([^/\\]+)/;

/** A home folder at the start of a path, or as a project folder's name; null for the root. */
function ownHome(folder: string): RegExp | null {
  const home = folder.replace(/[/\\]+$/, '');
  if (!/^(?:\/|[A-Za-z]:\\)./.test(home)) return null;
  const path = escapedPattern(home).replaceAll(String.raw`\\`, String.raw`\\+`);
  const name = escapedPattern(home.replace(/[^A-Za-z\d]/g, '-'));
  return new RegExp(String.raw`${NOT_IN_PATH}${path}(?![\w-]|\.\w)|(?<![^\s/"'\x60])${name}(?![A-Za-z\d])`, 'g');
}

const MAIL = /[A-Za-z\d._%+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,8}/g;
/** Part of each home folder and mail address, or an escape that may hide it. */
const PERSONAL = /home|users|@|\\(?:u00|\/)|%/i;

/** Names that tell nothing: of accounts on many machines, and of unnamed machines. */
const COMMON_NAMES = new Set(
  'admin,app,build,debian,default,dev,git,guest,home,localhost,node,public,root,runner,shared,test,ubuntu,user,users,vscode'.split(
    ',',
  ),
);
/** A shorter name is part of too many words. */
const MIN_NAME_LENGTH = 3;

/** False for a name that many words or people share; it is not replaced. */
export function isTellingName(name: string): boolean {
  return name.length >= MIN_NAME_LENGTH && !COMMON_NAMES.has(name.toLowerCase());
}

class Names {
  readonly #all = new Set<string>();
  #pattern: RegExp | null = null;

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  add(word: string | undefined): void {
    const name = word?.toLowerCase() ?? '';
    if (!isTellingName(name) || this.#all.has(name)) return;
    this.#all.add(name);
    // The longest comes first, because one may begin with another.
    const words = [...this.#all].sort((a, b) => b.length - a.length).map(escapedPattern);
    this.#pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'giu');
  }

  areIn(text: string): boolean {
    return this.#pattern !== null && text.search(this.#pattern) >= 0;
  }

  replaced(text: string, word: (name: string) => string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, (name) => word(name.toLowerCase()));
  }
}
