"""`meleecam demo`: bundled clips played as the camera, a whole exchange read and resolved from them."""

import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.compose import Services
    from api.play.record import Record
    from api.web.current import Openings

PACKAGE = Path(__file__).resolve().parents[1]
PRESET = PACKAGE / "presets" / "bushido_aya_chiyo.toml"
CLIPS = PACKAGE / "demo" / "clips"
CLIP_NAMES = ("melee_aya_chiyo", "damage_aya", "damage_chiyo")


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange to play: its table, and its clips by name in the order in which it asks for rolls."""

    preset: Path
    clips: Path
    names: tuple[str, ...]

    def files(self, folder: Path | None = None) -> tuple[Path, ...]:
        """Return its clips in order, those of the same names in another folder where one is given."""
        return tuple((folder or self.clips) / f"{name}.mp4" for name in self.names)


EXCHANGES = {
    "bushido": Exchange(PRESET, CLIPS, CLIP_NAMES),
    "bushido_wiki": Exchange(PACKAGE / "presets" / "bushido_wiki_tea_house.toml", CLIPS, CLIP_NAMES),
    "mordheim": Exchange(
        PACKAGE / "presets" / "mordheim_gangplank.toml",
        PACKAGE / "demo" / "mordheim",
        ("order", "to_hit", "to_wound", "save", "injury"),
    ),
    "blightmeer": Exchange(
        PACKAGE / "presets" / "blightmeer_toll_bridge.toml",
        PACKAGE / "demo" / "blightmeer",
        ("order", "melee_hild", "defence_grim", "melee_grim", "defence_hild", "defence_hild_again"),
    ),
    "art_of_tactic": Exchange(
        PACKAGE / "presets" / "art_of_tactic_causeway.toml",
        PACKAGE / "demo" / "art_of_tactic",
        ("attack_riders", "attack_riders_rest", "attack_spearmen", "fortitude"),
    ),
}
"""By the name of the system."""


def demo(
    system: Annotated[
        str, typer.Option("--system", help=f"whose exchange: {', '.join(EXCHANGES)}")
    ] = "bushido",
    once: Annotated[
        bool, typer.Option("--once", help="run through without waiting, print the log and end")
    ] = False,
    clip: Annotated[
        list[str] | None,
        typer.Option(
            "--clip",
            metavar="NAME=FILE",
            help="play another clip; names: "
            + "; ".join(f"{', '.join(one.names)} ({name})" for name, one in EXCHANGES.items()),
        ),
    ] = None,
    clips: Annotated[
        Path | None, typer.Option("--clips", metavar="DIR", help="folder of the clips NAME.mp4")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="port of the pages  [default: 8040]")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="keep the match in this file; it is forgotten without"),
    ] = None,
) -> None:
    """Play bundled rolls as the camera and resolve an exchange."""
    if system not in EXCHANGES:
        raise typer.BadParameter(
            f"expected one of {', '.join(EXCHANGES)}, found {system!r}", param_hint="--system"
        )
    with TemporaryDirectory(prefix="meleecam-", ignore_cleanup_errors=True) as folder:
        exchange = EXCHANGES[system]
        files = _clip_files(exchange, clips, clip or [])
        _demo(exchange.preset, files, port, store or Path(folder) / "matches.db", once=once)


def _demo(preset: Path, files: list[Path], port: int | None, store: Path, *, once: bool) -> None:
    from api.opening import UnreadyError, open_services, ready_settings
    from vision.sources.pace import RealTime
    from vision.sources.source import CameraError
    from vision.sources.video_file import VideoFile

    def source_of(file: Path, stopping: threading.Event) -> VideoFile:
        # Waiting for a frame ends at once when the program is told to end.
        pace = None if once else RealTime(sleep=stopping.wait)
        # The clips are those of the exchange; the rolls of a table that is set up instead are typed in.
        return VideoFile(files if file == preset else [], pace, ready_settings().demo_pause_s)

    def opened(file: Path, profiles: Path | None, record: "Record | None") -> "Services":
        settings = ready_settings().model_copy(update={"profiles": profiles})
        stopping = threading.Event()
        try:
            source = source_of(file, stopping)
        except CameraError as err:
            raise UnreadyError(str(err), err.words) from err
        return open_services(
            settings,
            file,
            source,
            stopping,
            wait_for_follower_s=0.0 if once else settings.demo_wait_s,
            store=store,
            record=record,
            fresh=True,
        )

    def begun() -> "Services":
        # The bundled clips show other dice than those that somebody calibrated.
        return opened(preset, None, None)

    def openings() -> "Openings":
        from api.web.current import Openings

        return Openings(preset, store.absolute().parent / "tables", opened, source_of)

    try:
        if once:
            _run_through(begun())
        else:
            _serve(begun, openings(), port)
    except UnreadyError as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err


def _serve(begun: "Callable[[], Services]", openings: "Openings", port: int | None) -> None:
    from api.opening import ready_settings
    from api.web.serving import PortError, free_listener, serve_pages

    settings = ready_settings()
    try:
        with free_listener(port or settings.port, settings.host) as listener:
            serve_pages(begun(), listener, openings=openings)
    except PortError as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err


def _clip_files(exchange: Exchange, folder: Path | None, replaced: list[str]) -> list[Path]:
    """Return the clips in playing order; each of `replaced` is NAME=FILE."""
    files = dict(zip(exchange.names, exchange.files(folder), strict=True))
    for one in replaced:
        name, _, file = one.partition("=")
        if name not in files or not file:
            raise typer.BadParameter(
                f"expected NAME=FILE with one of the names {', '.join(files)}, found {one!r}",
                param_hint="--clip",
            )
        files[name] = Path(file)
    return list(files.values())


def _run_through(services: "Services") -> None:
    """Watch the clips as fast as they decode and print the log; exit status 1 without an outcome."""
    from api.logs.log import Log
    from api.store import StoreError
    from resolver.story import standing
    from vision.sources.source import CameraError

    log = Log()
    try:
        services.run_through(log.tell)
    except (CameraError, StoreError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
    outcome = services.referee.table.progress.outcome
    if outcome is None:
        print(f"the exchange did not finish: {log.stuck()}", file=sys.stderr)
        raise typer.Exit(1)
    log.stands(standing(outcome))
