import type { Shell } from '@svc/text/shell';
import { Command } from 'commander';

/** A completion script for bash, which zsh takes after `bashcompinit`: commands, then options. */
export const completion = (shell: Shell, program: Command): Command =>
  new Command('completion')
    .description('print a completion script for bash and zsh')
    .addHelpText(
      'after',
      `
Examples:
  bash: eval "$(svc completion)"
  zsh:  autoload -U bashcompinit && bashcompinit && eval "$(svc completion)"`,
    )
    .action(() => {
      const cases = pathsOf(program, '').map(
        ([path, words]) => `    '${path}') words='${words.join(' ')}';;`,
      );
      shell.out(`_svc() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="$path $word";; esac
  done
  case "\${path# }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _svc svc`);
    });

function pathsOf(command: Command, path: string): [string, string[]][] {
  const names = command.commands.map((each) => each.name());
  const flags = command.options.flatMap(({ long }) => long ?? []);
  const below = command.commands.flatMap((each) => pathsOf(each, `${path} ${each.name()}`.trim()));
  return [[path, [...names, ...flags, '--help']], ...below];
}
