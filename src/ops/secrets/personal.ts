import type { RedactedToo } from '../../model/secret.ts';

/** Names of this machine and its user, which nothing in a text marks. */
export interface KnownNames {
  readonly users: readonly string[];
  readonly hosts: readonly string[];
  /** The home folder of who is at it, wherever it is; null for none of its own. */
  readonly home?: string | null;
}

/** Takes what says whose a text is out of it. */
export interface PersonalFilter {
  (text: string): string;
  /** Learns of a user by the home folder that a path begins with. */
  meet(path: string): void;
  /** Whether it may have to replace something in a text, or in one that it holds as JSON. */
  mayChange(text: string): boolean;
}

/** `note` answers the number of a replaced value. */
export function personalFilter(
  also: readonly RedactedToo[],
  { users, hosts, home = null }: KnownNames,
  note: (rule: string, value: string) => number,
): PersonalFilter {
  const asks = new Set(also);
  const own = home === null || asks.size === 0 ? null : ownHome(home);
  const people = new Names(asks.has('user') ? [...users, home === null ? '' : (/[^/\\]*$/.exec(home)?.[0] ?? '')] : []);
  const machines = new Names(asks.has('host') ? hosts.flatMap((host) => [host, host.split('.')[0] ?? '']) : []);
  const filter = (text: string): string => {
    const named = asks.has('mail') ? text.replace(MAIL, (mail) => `[mail ${note('mail', mail)}]`) : text;
    const roomy = asks.has('home') ? (own === null ? named : named.replace(own, '~')).replace(HOME, '~') : named;
    const nameless = people.replaced(roomy, (name) => `[user ${note('user', name)}]`);
    return machines.replaced(nameless, (name) => `[host ${note('host', name)}]`);
  };
  const mayChange = (text: string): boolean =>
    asks.size > 0 &&
    (PERSONAL.test(text) || (own !== null && text.search(own) >= 0) || people.areIn(text) || machines.areIn(text));
  const meet = (path: string): void => {
    if (asks.has('user')) people.add(OWNER.exec(path)?.[1]);
  };
  return Object.assign(filter, { meet, mayChange });
}

/** Characters that never precede a path. */
const INSIDE = String.raw`(?<![\w.~%-])(?<![\w.~%-]\/)`;
/** Home folders of Linux, macOS, Fedora Atomic, Solaris, FreeBSD and Windows, also from WSL; and as Claude Code names the folder of a project: `-home-ann-quay`. */
const HOME = new RegExp(
  String.raw`${INSIDE}(?:(?:\/(?:var|usr|export|private))?\/home|(?:\/mnt)?(?:\/[A-Za-z])?\/Users|[A-Za-z]:\/Users)\/[^\s/"'\x60:;,<>|\\]+|(?<![^\s/"'\x60])(?:-(?:var|usr|export|mnt-[a-z]))?-(?:home|Users)-[^\s/"'\x60:;,<>|\\-]+|[A-Za-z]:\\+Users\\+[^\s\\"'\x60:;,<>|]+`,
  'g',
);
/** Whose a path is. */
const OWNER =
  /^(?:(?:\/(?:var|usr|export|private))?\/home\/|(?:\/mnt)?(?:\/[A-Za-z])?\/Users\/|[A-Za-z]:[\\/]Users[\\/])([^/\\]+)/;

/** A home folder where a path begins with it, as it is and as the name of a project's folder; null for the root, which is nobody's. */
function ownHome(given: string): RegExp | null {
  const home = given.replace(/[/\\]+$/, '');
  if (!/^(?:\/|[A-Za-z]:\\)./.test(home)) return null;
  const [path, name] = [home, home.replace(/[^A-Za-z\d]/g, '-')].map((each) =>
    each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  );
  return new RegExp(
    String.raw`${INSIDE}${path?.replaceAll(String.raw`\\`, String.raw`\\+`)}(?![\w-]|\.\w)|(?<![^\s/"'\x60])${name}(?![A-Za-z\d])`,
    'g',
  );
}

const MAIL = /[A-Za-z\d._%+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,8}/g;
/** Part of each home folder and mail address, or an escape that may hide it. */
const PERSONAL = /home|users|@|\\(?:u00|\/)|%/i;

/** Names of nobody: of accounts that many machines have, and of a machine that has none. */
const COMMON = new Set(
  'admin,app,build,debian,default,dev,git,guest,home,localhost,node,public,root,runner,shared,test,ubuntu,user,users,vscode'.split(
    ',',
  ),
);
/** Shorter ones are parts of too many words. */
const SHORTEST = 3;

/** Names that are replaced where they are words. */
class Names {
  readonly #all = new Set<string>();
  #pattern: RegExp | null = null;

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  add(given: string | undefined): void {
    const name = given?.toLowerCase() ?? '';
    if (name.length < SHORTEST || COMMON.has(name) || this.#all.has(name)) return;
    this.#all.add(name);
    // The longest first: one may begin another.
    const words = [...this.#all]
      .sort((a, b) => b.length - a.length)
      .map((each) => each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.#pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'giu');
  }

  areIn(text: string): boolean {
    return this.#pattern !== null && text.search(this.#pattern) >= 0;
  }

  replaced(text: string, word: (name: string) => string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, (name) => word(name.toLowerCase()));
  }
}
