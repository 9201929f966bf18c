/** The script of a page: search, fold, and be gone through with keys. It makes no markup of any text. */
export const SCRIPT = `
(() => {
  const all = [...document.querySelectorAll('[data-find]')];
  const box = document.querySelector('input[type=search]');
  const counter = document.querySelector('[data-count]');
  const folds = () => document.querySelectorAll('details');
  let isOpen = null;
  // A part past the beginning is a text until it comes near: then its markup, which has no text of a conversation unescaped, is made.
  const later = (part) => 'later' in part.dataset;
  const make = (part) => {
    if (!later(part)) return;
    delete part.dataset.later;
    part.innerHTML = part.textContent;
    if (isOpen !== null) for (const each of part.querySelectorAll('details')) each.open = isOpen;
    if (wanted !== '') paint(part);
  };
  const makeAll = () => document.querySelectorAll('[data-later]').forEach(make);
  const near = self.IntersectionObserver && new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) { make(target); near.unobserve(target); }
  }, { rootMargin: '1500px' });
  // And the rest when there is nothing else to do, for the search of the browser.
  const fill = () => {
    const part = document.querySelector('[data-later]');
    if (!part) return;
    make(part);
    if (self.requestIdleCallback) requestIdleCallback(fill, { timeout: 200 });
    else setTimeout(fill);
  };
  if (near) document.querySelectorAll('[data-later]').forEach((part) => near.observe(part));
  else makeAll();
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  const texts = new WeakMap();
  const textOf = (node) => {
    if (!node.matches('.part')) return node.textContent.toLowerCase();
    if (!later(node)) texts.delete(node);
    else if (!texts.has(node)) texts.set(node, node.textContent.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|amp|#39);/g, (sign) => signs[sign]).toLowerCase());
    return texts.get(node) ?? node.textContent.toLowerCase();
  };
  // An exchange by its heading and its parts; anything else as one.
  const piecesOf = (each) => each.tagName === 'DETAILS' ? [...each.children] : [each];
  let wanted = '';
  let hits = [];
  let painted = new Map();
  const paint = (piece) => {
    if (painted.has(piece)) return painted.get(piece);
    const ranges = [];
    const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      if (text.length !== node.data.length) continue;
      for (let from = text.indexOf(wanted); from >= 0 && ranges.length < 2000; from = text.indexOf(wanted, from + wanted.length)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, from + wanted.length);
        ranges.push(range);
      }
    }
    painted.set(piece, ranges);
    if (self.CSS && CSS.highlights) {
      if (!CSS.highlights.has('found')) CSS.highlights.set('found', new Highlight());
      for (const range of ranges) CSS.highlights.get('found').add(range);
    }
    return ranges;
  };
  // The next piece that has the word, made where it is not there yet.
  const more = () => {
    const piece = hits.shift();
    if (!piece) return false;
    make(piece);
    found.push(...paint(piece));
    return true;
  };
  const unfold = (node) => {
    for (let up = node; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  };
  // What comes into view above is made, and changes its height: so for some frames the place is kept.
  let going = 0;
  const goTo = (node, how, then) => {
    const mine = ++going;
    let frames = 12;
    const keep = () => {
      if (mine !== going) return;
      node.scrollIntoView(how);
      if (then) then();
      if (frames-- > 0) requestAnimationFrame(keep);
    };
    keep();
  };
  for (const sign of ['wheel', 'touchstart', 'mousedown']) addEventListener(sign, () => { going++; }, { passive: true });
  const next = () => {
    while (at + 1 >= found.length && more());
    if (found.length === 0) return;
    at = (at + 1) % found.length;
    const { parentElement } = found[at].startContainer;
    unfold(parentElement);
    goTo(parentElement, { block: 'center' });
    counter.textContent = 'match ' + (at + 1) + ' of ' + found.length + (hits.length > 0 ? ' and more' : '');
  };
  const search = () => {
    wanted = box.value.trim().toLowerCase();
    [found, at, hits, painted] = [[], -1, [], new Map()];
    if (self.CSS && CSS.highlights) CSS.highlights.delete('found');
    let count = 0;
    for (const each of all) {
      const has = wanted === '' ? [] : piecesOf(each).filter((piece) => textOf(piece).includes(wanted));
      each.hidden = wanted !== '' && has.length === 0;
      if (!each.hidden) count++;
      hits.push(...has);
    }
    for (const piece of hits) if (!later(piece) && painted.size < 200) paint(piece);
    while (found.length < 100 && more());
    counter.textContent = wanted === '' ? '' : count + ' of ' + all.length;
  };
  let waiting = 0;
  if (box) box.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(search, 120); });
  const open = (is) => { isOpen = is; for (const each of folds()) each.open = is || each.classList.contains('exchange'); };
  for (const button of document.querySelectorAll('button[data-open]'))
    button.addEventListener('click', () => open(button.dataset.open === 'all'));
  // What is near the end cannot be scrolled to the top: it is known by the step that led there.
  let stood = null;
  const here = (shown) => stood && stood.y === scrollY && shown.includes(stood.to) ? shown.indexOf(stood.to) : shown.findLastIndex((each) => each.getBoundingClientRect().top < 12);
  const go = (step) => {
    const shown = all.filter((each) => !each.hidden);
    const to = shown[Math.min(Math.max(here(shown) + step, 0), shown.length - 1)];
    if (to) { goTo(to, {}, () => { stood = { to, y: scrollY }; }); const top = to.querySelector('summary,a'); if (top) top.focus({ preventScroll: true }); }
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === box) {
      if (event.key === 'Escape' && event.target === box) { box.value = ''; search(); box.blur(); }
      if (event.key === 'Enter' && event.target === box) next();
      return;
    }
    if (event.key === 'j') go(1);
    else if (event.key === 'k') go(-1);
    else if (event.key === 'o') { const one = all[here(all)]; if (one && one.tagName === 'DETAILS') one.open = !one.open; }
    else if (event.key === '/' && box) { event.preventDefault(); box.focus(); }
  });
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '') return;
    let to = document.getElementById(id);
    if (!to) {
      const part = [...document.querySelectorAll('[data-later]')].find((each) => each.textContent.includes('id="' + id + '"'));
      if (!part) return;
      make(part);
      to = document.getElementById(id);
    }
    unfold(to);
    // Once more, so that it is marked as the one that was gone to.
    location.hash = location.hash;
    if (to) goTo(to, {});
  };
  addEventListener('hashchange', reveal);
  addEventListener('beforeprint', () => { makeAll(); open(true); });
  reveal();
  addEventListener('load', () => setTimeout(fill, 2000));
  document.documentElement.dataset.ready = '';
})();
`;

/** For the page's policy; a test compares it. */
export const SCRIPT_HASH = 'sha256-5vhUl5OvsfjxarEOesykgc3koDWin/ujg8I+hwcYgj4=';
