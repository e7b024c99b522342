"""`meleecam serve`: a table of one's own, watched by a real camera."""

import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from api.commands.matches import StoreOption

EXAMPLE = Path(__file__).resolve().parents[1] / "presets" / "bushido_aya_chiyo.toml"
"""The table that is played until one is set up."""


def serve(
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="set-up of the table (TOML)  [default: the one set up last on the page, or an example]",
        ),
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            "--camera",
            help="camera number, name or device path, stream URL, video file or picture folder  [default: 0]",
        ),
    ] = None,
    phone: Annotated[
        bool, typer.Option("--phone", help="the camera is a phone, which opens a page of this computer")
    ] = False,
    area: Annotated[
        str | None,
        typer.Option(
            "--area",
            metavar="X0,Y0,X1,Y1",
            help="count dice inside alone, in pixels of the camera; or X,Y,X,Y,X,Y for any corners",
        ),
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option(
            "--profiles",
            metavar="FILE",
            help="tell dice apart as `calibrate` learnt them  [default: as the page learnt them last]",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="port of the pages  [default: 8040]")
    ] = None,
    store: StoreOption = None,
    fresh: Annotated[
        bool, typer.Option("--new", help="begin a match, even if the last one of this table is not over")
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="listen at another address; 0.0.0.0 opens the pages to the network, with a token",
        ),
    ] = None,
) -> None:
    """Watch a table with a camera and serve its pages.

    They are served on this computer alone unless another host is given.
    """
    from api.cameras import live_of
    from api.compose import Services
    from api.opening import UnreadyError, open_services, ready_settings
    from api.phone.camera import PhoneCamera
    from api.phone.certificate import CertificateError
    from api.play.kept_profiles import kept_profiles
    from api.play.record import Record
    from api.play.stored import default_store
    from api.tables.written import latest_table
    from api.web.current import Openings
    from api.web.serving import PortError, free_listener, serve_pages
    from vision.colours.profiles import ProfilesError
    from vision.sources.opening import open_source
    from vision.sources.pace import RealTime
    from vision.sources.phone import Phone
    from vision.sources.source import CameraError, FrameSource

    if phone and camera is not None:
        raise typer.BadParameter("expected --phone or --camera, found both", param_hint="--phone")
    try:
        settings = ready_settings(area, profiles, host)

        def phone_until(stopping: threading.Event) -> Phone:
            return Phone(settings.camera_stall_s, stopping, turn=settings.camera_turned)

        held = PhoneCamera(phone_until(threading.Event())) if phone else None

        def source_of(_: Path, stopping: threading.Event) -> FrameSource:
            if held is None:
                # Players may plug the camera in after this, or switch on the phone that is one.
                live = replace(live_of(settings, stopping), awaited=True)
                return open_source(camera or "0", settings.rest_s, RealTime(sleep=stopping.wait), live)
            held.source = phone_until(stopping)
            return held.source

        def opened(file: Path, groups: Path | None, record: Record | None) -> Services:
            stopping = threading.Event()
            try:
                source = source_of(file, stopping)
            except CameraError as err:
                raise UnreadyError(str(err), err.words) from err
            own = settings.model_copy(update={"profiles": groups})
            return open_services(own, file, source, stopping, store=store, record=record, fresh=True)

        folder = (store or settings.store or default_store()).absolute().parent / "tables"
        file = table or latest_table(folder) or EXAMPLE
        groups = settings.profiles
        if groups is None:
            try:
                groups = kept_profiles(folder, file)
            except ProfilesError as err:
                print(f"{err}; dice are told apart by the names of their colours", file=sys.stderr)
        stopping = threading.Event()
        own = settings.model_copy(update={"profiles": groups})
        source = source_of(file, stopping)
        # A match is gone on with only once its pages can be served.
        with free_listener(port or settings.port, settings.host) as listener:
            services = open_services(own, file, source, stopping, store=store, fresh=fresh)
            for sentence in services.record.told if services.record is not None else ():
                print(sentence, file=sys.stderr)
            serve_pages(services, listener, held, Openings(file, folder, opened, source_of))
    except (UnreadyError, CameraError, PortError, CertificateError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
