"""`meleecam serve`: a table of one's own, watched by a real camera."""

import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from api.commands.matches import StoreOption


def serve(
    table: Annotated[
        Path, typer.Option("--table", metavar="FILE", help="set-up of the table (TOML)", show_default=False)
    ],
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
        typer.Option("--profiles", metavar="FILE", help="tell dice apart as `calibrate` learnt them"),
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
    """Watch a table with a camera and serve its pages, on this computer unless another host is given."""
    from api.cameras import live_of
    from api.opening import UnreadyError, open_services, ready_settings
    from api.phone.camera import PhoneCamera
    from api.phone.certificate import CertificateError
    from api.web.serving import PortError, serve_pages
    from vision.sources.opening import open_source
    from vision.sources.pace import RealTime
    from vision.sources.phone import Phone
    from vision.sources.source import CameraError

    if phone and camera is not None:
        raise typer.BadParameter("expected --phone or --camera, found both", param_hint="--phone")
    try:
        settings = ready_settings(area, profiles, host)
        stopping = threading.Event()
        held = PhoneCamera(Phone(settings.camera_stall_s, stopping)) if phone else None
        pace, live = RealTime(sleep=stopping.wait), live_of(settings, stopping)
        source = held.source if held else open_source(camera or "0", settings.rest_s, pace, live)
        services = open_services(settings, table, source, stopping, store=store, fresh=fresh)
        for sentence in services.record.told if services.record is not None else ():
            print(sentence, file=sys.stderr)
        serve_pages(services, port or settings.port, held)
    except (UnreadyError, CameraError, PortError, CertificateError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
