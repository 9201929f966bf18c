import { trimmed } from './command.ts';

/** The code of an edit without its fences, as Rao puts it into the widget. */
export function codeBlock(content: string, fileName: string): string {
  if (content === '') return content;
  if (content.includes('````') || content.includes('```rmd')) return trimmed(outerFence(content));
  return trimmed(content.includes('```') ? withoutFences(content, fileName) : content);
}

/** Of R Markdown, which has fences of its own, the first block between fences of four. */
function outerFence(content: string): string {
  const block = /````(?:[a-zA-Z]*)?\s*\n[\s\S]*?````/.exec(content)?.[0];
  if (block === undefined) return content;
  return block.replace(/^````(?:[a-zA-Z]*)?\s*\n/, '').replace(/````$/, '');
}

function withoutFences(content: string, fileName: string): string {
  const language = languageOf(fileName);
  const own = language === null ? content : content.replace(fenceOf(language), '$1');
  return own === content ? content.replace(/```[a-zA-Z]*?\s*\n([\s\S]*?)```/g, '$1') : own;
}

function fenceOf(language: string): RegExp {
  return new RegExp(`\`\`\`${language}\\s*\\n([\\s\\S]*?)\`\`\``, 'gi');
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.r$/, 'r'],
  [/\.py$/, 'python'],
  [/\.js$/, 'javascript'],
  [/\.java$/, 'java'],
  [/\.(?:cpp|c)$/, 'cpp'],
  [/\.(?:sh|bash)$/, 'bash'],
  [/\.sql$/, 'sql'],
  [/\.html$/, 'html'],
  [/\.css$/, 'css'],
  [/\.json$/, 'json'],
  [/\.rmd$/, 'rmd'],
];

function languageOf(fileName: string): string | null {
  const name = fileName.toLowerCase();
  return LANGUAGES.find(([ending]) => ending.test(name))?.[1] ?? null;
}
