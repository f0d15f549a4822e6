#!/bin/bash
yes "$1"
